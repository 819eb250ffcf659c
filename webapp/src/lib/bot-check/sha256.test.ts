import { createHash } from 'node:crypto';
import { sha256Hex } from './sha256';

test('agrees with the reference implementation across block boundaries', () => {
  for (let length = 0; length < 200; length++) {
    const text = 'a1b2c3d4e5'.repeat(20).slice(0, length);
    expect(sha256Hex(text)).toBe(createHash('sha256').update(text).digest('hex'));
  }
});
