/**
 * SHA-256 and HMAC. Browsers offer them to pages from https alone, and a table in a home network is opened
 * over http; so they are here, and checked against the published vectors.
 */

const K = new Uint32Array(64);
const START = new Uint32Array(8);

{ // the first bits behind the point of the roots of the first primes
  const bits = (root) => ((root - Math.floor(root)) * 2 ** 32) >>> 0;
  let found = 0;
  for (let n = 2; found < 64; n += 1) {
    let prime = true;
    for (let each = 2; each * each <= n; each += 1) if (n % each === 0) prime = false;
    if (!prime) continue;
    if (found < 8) START[found] = bits(Math.sqrt(n));
    K[found] = bits(Math.cbrt(n));
    found += 1;
  }
}

const turn = (word, by) => (word >>> by) | (word << (32 - by));

/** Return the digest of *bytes*. */
export function sha256(bytes) {
  const size = ((bytes.length + 9 + 63) >> 6) << 6;
  const padded = new Uint8Array(size);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(size - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(size - 4, bytes.length << 3);
  const state = Uint32Array.from(START);
  for (let at = 0; at < size; at += 64) compress(state, view, at);
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, index) => digest.setUint32(4 * index, word));
  return new Uint8Array(digest.buffer);
}

function compress(state, view, at) {
  const w = new Uint32Array(64);
  for (let i = 0; i < 16; i += 1) w[i] = view.getUint32(at + 4 * i);
  for (let i = 16; i < 64; i += 1) {
    const [x, y] = [w[i - 15], w[i - 2]];
    w[i] = w[i - 16] + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + w[i - 7] + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10));
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i += 1) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => { state[index] += word; });
}

/** Return the keyed digest of *bytes*. */
export function hmac(key, bytes) {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const pad = (mask, rest) => sha256(join(block.map((byte) => byte ^ mask), rest));
  return pad(0x5c, pad(0x36, bytes));
}

/** Return *parts* one after the other. */
export function join(...parts) {
  const all = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export const toHex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Return the bytes written as *text*; `null` where they are not. */
export function fromHex(text) {
  if (typeof text !== "string" || !/^([0-9a-f]{2})+$/i.test(text)) return null;
  return Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16));
}
