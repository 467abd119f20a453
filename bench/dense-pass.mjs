// What the engine is measured against: xPAL's gain from a stored matrix of similarities, every pair visited, as quick as such a
// pass can be made (bench/dense/scores.ts, compiled here).
import { join } from "node:path";

const PAGE = 65536;
const PRIOR = 1e-3;

/** The pass on a pool whose evaluation set is the pool. */
export async function densePass({ features, kernel, classCount }) {
  const n = features.rows;
  const stride = Math.ceil(n / 8) * 8;
  const at = {};
  let next = PAGE;
  for (const [name, bytes] of Object.entries({
    freq: classCount * stride * 8,
    alpha: classCount * 8,
    info: 64 + classCount * 64,
    sums: classCount * stride * 8,
    values: n * stride * 8,
  })) {
    at[name] = next;
    next = Math.ceil((next + bytes) / 64) * 64;
  }
  const memory = new WebAssembly.Memory({ initial: Math.ceil(next / PAGE), maximum: PAGE });
  const { instance } = await WebAssembly.instantiate(await compiled(), { env: { memory } });
  const doubles = (from, count) => new Float64Array(memory.buffer, from, count);
  const values = doubles(at.values, n * stride);
  for (let x = 0; x < n; x++) {
    for (let i = 0; i <= x; i++) {
      const w = kernel.similarity(features, i, features, x);
      values[x * stride + i] = w;
      values[i * stride + x] = w;
    }
  }
  doubles(at.alpha, classCount).fill(PRIOR);
  const freq = doubles(at.freq, classCount * stride);
  const sums = doubles(at.sums, classCount * stride);
  const labelled = new Set();
  return {
    /** Takes a label. */
    label(index, y) {
      labelled.add(index);
      for (let i = 0; i < n; i++) freq[y * stride + i] += values[index * stride + i];
    },
    /** The gain of every open item; NaN for the others. */
    gains() {
      sums.fill(0);
      instance.exports.scoreDense(n, classCount, at.freq, stride, at.alpha, at.values, at.sums, at.info);
      return Float64Array.from({ length: n }, (_, c) => {
        if (labelled.has(c)) return Number.NaN;
        let total = 0;
        let gain = 0;
        for (let y = 0; y < classCount; y++) {
          const chance = freq[y * stride + c] + PRIOR;
          total += chance;
          gain += chance * sums[y * stride + c];
        }
        return gain / total / n;
      });
    },
  };
}

async function compiled() {
  const { binary, stderr, error } = await binaryOf("bench/dense/scores.ts");
  if (error) throw new Error(`${error.message}\n${stderr}`);
  return binary;
}

/** What AssemblyScript makes of a source. */
async function binaryOf(source) {
  const { default: asc } = await import("assemblyscript/asc"); // large: the engine's peak of memory is taken without it
  let binary;
  const { error, stderr } = await asc.main(
    [source, "-o", "scores.wasm", "--enable", "simd", "-O3", "--noAssert", "--runtime", "stub", "--importMemory"],
    {
      baseDir: join(import.meta.dirname, ".."),
      writeFile: (name, contents) => {
        if (name.endsWith(".wasm")) binary = contents;
      },
    },
  );
  return { binary, error, stderr: stderr.toString() };
}
