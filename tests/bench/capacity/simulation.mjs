// Discrete events: what happens next, and processors that take one task after another.

/** Calls functions in the order of their times, in seconds. */
export class Simulation {
  now = 0;
  #heap = [];
  #made = 0;

  after(seconds, run) {
    const event = { at: this.now + seconds, order: this.#made++, run };
    let i = this.#heap.push(event) - 1;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (before(this.#heap[parent], event)) break;
      this.#heap[i] = this.#heap[parent];
      i = parent;
    }
    this.#heap[i] = event;
  }

  runUntil(end) {
    while (this.#heap.length > 0 && this.#heap[0].at <= end) {
      const event = this.#heap[0];
      const last = this.#heap.pop();
      if (this.#heap.length > 0) this.#sink(last);
      this.now = event.at;
      event.run();
    }
    this.now = end;
  }

  #sink(event) {
    const heap = this.#heap;
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && before(heap[child + 1], heap[child])) ++child;
      if (before(event, heap[child])) break;
      heap[i] = heap[child];
      i = child;
    }
    heap[i] = event;
  }
}

const before = (a, b) => a.at < b.at || (a.at === b.at && a.order < b.order);

/** `count` equal servers with one queue: the processors of a machine, or a lock. */
export class Servers {
  #held = 0;
  #free;
  #waiting = [];
  #first = 0;
  #since = 0;

  constructor(simulation, count) {
    Object.assign(this, { simulation, count });
    this.#free = count;
  }

  /** For how long servers have been taken, all together. */
  get heldSeconds() {
    this.#count();
    return this.#held;
  }

  /** Calls `done` after a server has been busy with it for `seconds`. */
  serve(seconds, done) {
    this.acquire(() =>
      this.simulation.after(seconds, () => {
        this.release();
        done();
      }),
    );
  }

  /** Calls `run` once a server is free, which is then taken until `release`. */
  acquire(run) {
    if (this.#free === 0) {
      this.#waiting.push(run);
      return;
    }
    this.#count();
    --this.#free;
    run();
  }

  release() {
    if (this.#first === this.#waiting.length) {
      this.#count();
      ++this.#free;
      return;
    }
    const next = this.#waiting[this.#first++];
    if (this.#first > 1000 && 2 * this.#first > this.#waiting.length) {
      this.#waiting.splice(0, this.#first);
      this.#first = 0;
    }
    next();
  }

  #count() {
    this.#held += (this.count - this.#free) * (this.simulation.now - this.#since);
    this.#since = this.simulation.now;
  }
}

/** A process on a machine, with the processor time that its tasks have cost. */
export class Process {
  cpu = 0;

  constructor(machine) {
    this.machine = machine;
  }

  work(seconds, done) {
    this.cpu += seconds;
    this.machine.serve(seconds, done);
  }
}
