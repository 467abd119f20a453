// Zod tries whether it may make functions from texts. The page's policy forbids that, and browsers report the attempt: Firefox as an
// error in the console. Imported first, before any schema is made.
import { config } from "zod";

config({ jitless: true });
