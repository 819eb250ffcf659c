/**
 * SHA-256 (FIPS 180-4) of short ASCII text, synchronous: WebCrypto is asynchronous, which costs more than the digest
 * itself when many are needed, and is missing where a page is served without TLS.
 */
const K = new Uint32Array(64);
const INITIAL = new Uint32Array(8);

// The constants are the fractional parts of cube and square roots of the first primes.
for (let prime = 2, found = 0; found < 64; prime++) {
  let isPrime = true;
  for (let factor = 2; factor * factor <= prime; factor++) if (prime % factor === 0) isPrime = false;
  if (!isPrime) continue;
  const fraction = (root: number) => ((root - Math.floor(root)) * 2 ** 32) >>> 0;
  K[found] = fraction(Math.cbrt(prime));
  if (found < 8) INITIAL[found] = fraction(Math.sqrt(prime));
  found++;
}

export function sha256Hex(text: string): string {
  const length = text.length;
  const blocks = ((length + 8) >> 6) + 1;
  const data = new DataView(new ArrayBuffer(blocks * 64));
  for (let i = 0; i < length; i++) data.setUint8(i, text.charCodeAt(i));
  data.setUint8(length, 0x80);
  data.setUint32(blocks * 64 - 4, length * 8);

  const h = INITIAL.slice();
  const w = new Uint32Array(64);
  const at = (array: Uint32Array, index: number) => array[index] as number;
  const rotate = (value: number, by: number) => (value >>> by) | (value << (32 - by));
  for (let block = 0; block < blocks; block++) {
    for (let i = 0; i < 16; i++) w[i] = data.getUint32(block * 64 + i * 4);
    for (let i = 16; i < 64; i++) {
      const x = at(w, i - 15);
      const y = at(w, i - 2);
      w[i] =
        at(w, i - 16) +
        (rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3)) +
        at(w, i - 7) +
        (rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10));
    }
    let [a, b, c, d, e, f, g, z] = h as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i++) {
      const t1 = (z + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + at(K, i) + at(w, i)) | 0;
      const t2 = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [z, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
    }
    [a, b, c, d, e, f, g, z].forEach((value, i) => (h[i] = at(h, i) + value));
  }
  return [...h].map((word) => word.toString(16).padStart(8, '0')).join('');
}
