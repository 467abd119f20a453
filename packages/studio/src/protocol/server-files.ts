// Files of the server's machine that can be imported by name.
import { z } from "zod";

const serverFileSchema = z.object({
  path: z.string(),
  /** Null for a folder of Parquet parts. */
  bytes: z.number().nullable(),
});
export type ServerFile = z.infer<typeof serverFileSchema>;

/** The folders that the server was started with, and what lies at their top; folders are empty where none was named. */
export const serverFilesSchema = z.object({ folders: z.array(z.string()), files: z.array(serverFileSchema) });
export type ServerFiles = z.infer<typeof serverFilesSchema>;
