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
  for (let i = from; i < to; i += 4) {
    if (words === 1) sumFour(bits, 1, mask, values, entries, end, i, out);
    else sumFour(bits, words, mask, values, entries, end, i, out);
  }
}

// @ts-ignore: decorator
@inline
function sumFour(bits: usize, words: i32, mask: usize, values: usize, entries: usize, end: usize, i: i32, out: usize): void {
  const bytes = (words as usize) << 3;
  const a = bits + (i as usize) * bytes;
  const b = a + bytes;
  const c = b + bytes;
  const d = c + bytes;
  let ka: f64 = 0;
  let kb: f64 = 0;
  let kc: f64 = 0;
  let kd: f64 = 0;
  for (let entry = entries; entry < end; entry += 16) {
    const own = load<u32>(entry) as usize;
    const count = load<f64>(entry, 8);
    ka += count * load<f64>(values + (differing(a, own, mask, bytes) << 3));
    kb += count * load<f64>(values + (differing(b, own, mask, bytes) << 3));
    kc += count * load<f64>(values + (differing(c, own, mask, bytes) << 3));
    kd += count * load<f64>(values + (differing(d, own, mask, bytes) << 3));
  }
  const target = out + ((i as usize) << 3);
  store<f64>(target, ka);
  store<f64>(target, kb, 8);
  store<f64>(target, kc, 16);
  store<f64>(target, kd, 24);
}

// @ts-ignore: decorator
@inline
function differing(item: usize, own: usize, mask: usize, bytes: usize): usize {
  let count: u64 = 0;
  for (let at: usize = 0; at < bytes; at += 8) {
    count += popcnt<u64>((load<u64>(item + at) ^ load<u64>(own + at)) & load<u64>(mask + at));
  }
  return count as usize;
}
