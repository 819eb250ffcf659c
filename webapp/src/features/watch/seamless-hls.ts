import Hls from 'hls.js';

/**
 * Changes the quality from the next segment on that can still be fetched in time. The player sets `currentLevel`, with
 * which Hls throws away what it has and waits for the new quality: seconds without a picture on a slow link.
 */
export class SeamlessHls extends Hls {
  override get currentLevel(): number {
    return super.currentLevel;
  }

  override set currentLevel(level: number) {
    this.nextLevel = level;
  }
}
