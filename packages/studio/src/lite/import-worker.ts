// The worker of one import.
import "../web/ui/no-eval.ts";
import { pagePort } from "@xpal/core/calls";
import { serveImport } from "../server/exchange/import-reader.ts";
import { pageFiles } from "./page-files.ts";

serveImport(pagePort(self as unknown as Worker), pageFiles);
