import { sha256Hex } from './sha256';

/** Finds the number that makes SHA-256(salt + number) the challenge; answers with it, or null when there is none. */
self.onmessage = ({ data }: MessageEvent<{ salt: string; challenge: string; maxnumber: number }>) => {
  for (let number = 0; number <= data.maxnumber; number++) {
    if (sha256Hex(data.salt + String(number)) === data.challenge) {
      self.postMessage(number);
      return;
    }
  }
  self.postMessage(null);
};
