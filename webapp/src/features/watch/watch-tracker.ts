import type { Interval } from './api/update-progress';

/** More than this between two ticks is a jump, not watching; it allows double speed and a slow tick. */
const MAX_STEP_SECONDS = 4;

/** Turns the player's ticks into the intervals that were really watched. Seconds throughout. */
export class WatchTracker {
  #intervals: Interval[] = [];
  #last: number | null = null;

  /** The player is at `position`; `playing` is false while paused, seeking or waiting. */
  tick(position: number, playing: boolean): void {
    if (!playing || !Number.isFinite(position)) {
      this.#last = null;
      return;
    }
    const from = this.#last;
    this.#last = position;
    if (from === null || position <= from || position - from > MAX_STEP_SECONDS) return;
    const open = this.#intervals.at(-1);
    if (open && open[1] === from) open[1] = position;
    else this.#intervals.push([from, position]);
  }

  /** Takes what was watched since the last call. */
  take(): Interval[] {
    const taken = this.#intervals;
    this.#intervals = [];
    return taken.map(([from, to]) => [round(from), round(to)]);
  }

  /** Gives back what could not be sent. */
  restore(intervals: Interval[]): void {
    this.#intervals = [...intervals, ...this.#intervals];
  }
}

const round = (seconds: number) => Math.round(seconds * 100) / 100;
