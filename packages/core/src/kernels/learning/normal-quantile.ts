// The quantiles of the standard normal distribution, by the rational approximations of Wichura, "Algorithm AS 241: The
// percentage points of the normal distribution", Applied Statistics 37 (1988); about 16 digits. Additions,
// multiplications, one root and the library's own logarithm give the same bits in every runtime.
import { checkShare } from "../../check.ts";
import { ln } from "../ln.ts";

const CENTRE = [
  [
    2509.0809287301227, 33430.57558358813, 67265.7709270087, 45921.95393154987, 13731.69376550946, 1971.5909503065513,
    133.14166789178438, 3.3871328727963665,
  ],
  [
    5226.495278852854, 28729.085735721943, 39307.89580009271, 21213.794301586597, 5394.196021424751, 687.1870074920579,
    42.31333070160091, 1,
  ],
];
const NEAR = [
  [
    0.0007745450142783414, 0.022723844989269184, 0.2417807251774506, 1.2704582524523684, 3.6478483247632045,
    5.769497221460691, 4.630337846156546, 1.4234371107496835,
  ],
  [
    1.0507500716444169e-9, 0.0005475938084995345, 0.015198666563616457, 0.14810397642748008, 0.6897673349851,
    1.6763848301838038, 2.053191626637759, 1,
  ],
];
const FAR = [
  [
    2.0103343992922881e-7, 2.7115555687434876e-5, 0.0012426609473880784, 0.026532189526576124, 0.29656057182850487,
    1.7848265399172913, 5.463784911164114, 6.657904643501103,
  ],
  [
    2.0442631033899397e-15, 1.421511758316446e-7, 1.8463183175100548e-5, 0.0007868691311456133, 0.014875361290850615,
    0.1369298809227358, 0.599832206555888, 1,
  ],
];

/**
 * The value that a share of the standard normal distribution lies below.
 * @throws XpalError if the share is not strictly between 0 and 1.
 * @example normalQuantile(0.975).toFixed(6) // "1.959964"
 */
export function normalQuantile(share: number): number {
  checkShare("normalQuantile", "share", share);
  const q = share - 0.5;
  if (Math.abs(q) <= 0.425) return q * ratio(CENTRE, 0.180625 - q * q);
  const r = Math.sqrt(-ln(q < 0 ? share : 1 - share));
  const x = r <= 5 ? ratio(NEAR, r - 1.6) : ratio(FAR, r - 5);
  return q < 0 ? -x : x;
}

function ratio([above, below]: readonly (readonly number[])[], r: number): number {
  return horner(above, r) / horner(below, r);
}

function horner(coefficients: readonly number[], r: number): number {
  let value = 0;
  for (const coefficient of coefficients) value = value * r + coefficient;
  return value;
}
