// What the kernel asks of its host: values of a similarity that only the host can compute.

/** Writes K(item, point) for the items from `from` up to `to` to `out`. */
export declare function hostRow(relation: u32, point: i32, from: i32, to: i32, out: usize): void;
