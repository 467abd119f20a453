#!/usr/bin/env node
// What npm links as `xpal`. It exists before the first build, so that the link can be made at installation.
import "../dist/main.js";
