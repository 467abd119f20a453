// What a file of a folder or an archive is, by its name.

/** A text that is an item. */
export function isText(name: string): boolean {
  return /\.(?:txt|text|md)$/i.test(name);
}

/** An image; whether it can be read is known later. */
export function isImage(name: string): boolean {
  return /\.(?:png|jpe?g|gif|webp|bmp|tiff?|svg|avif)$/i.test(name);
}

/** Vectors for the other files of the folder. */
export function isEmbeddings(name: string): boolean {
  return /^embeddings?\.(?:npy|npz|parquet|csv|tsv|jsonl|arrow|feather)$/i.test(name);
}

/** A table with columns of its own; what the command keeps beside a table, its answers and settings, is not one. */
export function isTable(name: string): boolean {
  if (isEmbeddings(name) || /\.(?:labels\.jsonl|xpal\.json)$/i.test(name)) return false;
  return /\.(?:csv|tsv|tab|json|jsonl|ndjson|parquet|arrow|feather|ipc|xlsx|arff)$/i.test(name);
}
