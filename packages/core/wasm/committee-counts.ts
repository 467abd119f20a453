// A committee's frequencies with the Hamming kernel where each column has two values: an item is a string of bits, the
// columns in which two differ are counted at once, and the similarity is looked up. Counts are whole numbers and
// similarities are added in the order of the sample, so that the frequencies have the definition's bits.

/**
 * Frequencies of one class at the items from `from` up to `to`, four at a time.
 * @param bits The items' bits, `words` times 64 each.
 * @param mask The member's columns.
 * @param values The similarity for each count of differing columns.
 * @param entries Per labelled item of this class in the member's sample: where its bits lie (address), and its count.
 */
export function sumDiffering(bits: usize, words: i32, mask: usize, values: usize, entries: usize, entryCount: i32, from: i32, to: i32, out: usize): void {
  const end = entries + ((entryCount as usize) << 4);
  const bytes = (words as usize) << 3;
  for (let i = from; i < to; i += 4) {
    const items = bits + (i as usize) * bytes;
    const target = out + ((i as usize) << 3);
    if (words === 1) sumOfWords(items, load<u64>(mask), values, entries, end, target);
    else sumOfStrings(items, bytes, mask, values, entries, end, target);
  }
}

/** Up to 64 columns: everything about four items stays in registers. */
// @ts-ignore: decorator
@inline
function sumOfWords(items: usize, mask: u64, values: usize, entries: usize, end: usize, out: usize): void {
  const a = load<u64>(items) & mask;
  const b = load<u64>(items, 8) & mask;
  const c = load<u64>(items, 16) & mask;
  const d = load<u64>(items, 24) & mask;
  let ka: f64 = 0;
  let kb: f64 = 0;
  let kc: f64 = 0;
  let kd: f64 = 0;
  for (let entry = entries; entry < end; entry += 16) {
    const own = load<u64>(load<u32>(entry) as usize) & mask;
    const count = load<f64>(entry, 8);
    ka += count * load<f64>(values + ((popcnt<u64>(a ^ own) as usize) << 3));
    kb += count * load<f64>(values + ((popcnt<u64>(b ^ own) as usize) << 3));
    kc += count * load<f64>(values + ((popcnt<u64>(c ^ own) as usize) << 3));
    kd += count * load<f64>(values + ((popcnt<u64>(d ^ own) as usize) << 3));
  }
  store<f64>(out, ka);
  store<f64>(out, kb, 8);
  store<f64>(out, kc, 16);
  store<f64>(out, kd, 24);
}

function sumOfStrings(items: usize, bytes: usize, mask: usize, values: usize, entries: usize, end: usize, out: usize): void {
  for (let item = items; item < items + (bytes << 2); item += bytes) {
    let k: f64 = 0;
    for (let entry = entries; entry < end; entry += 16) {
      const own = load<u32>(entry) as usize;
      let differing: u64 = 0;
      for (let at: usize = 0; at < bytes; at += 8) {
        differing += popcnt<u64>((load<u64>(item + at) ^ load<u64>(own + at)) & load<u64>(mask + at));
      }
      k += load<f64>(entry, 8) * load<f64>(values + ((differing as usize) << 3));
    }
    store<f64>(out, k);
    out += 8;
  }
}
