// The academy as a discrete-event model: players, edges with their batches of reports, enrollment and its database.
//
// What a task costs is measured (costs.mjs); what is simulated is when tasks come together: who waits for a processor
// or for the turn to write, and how many reports share a batch.
import { costAt } from './costs.mjs';
import { Process, Servers, Simulation } from './simulation.mjs';

// Of edge/api/reports and services/enrollment/progress.
const BATCH = 256;
const INTERVAL = { least: 5, most: 15, reportsPerSecond: 400 };
const SEGMENT_SECONDS = 6;
const LIST_SECONDS = 60;

/** The seconds that an edge tells its players between reports, when so many of them watch. */
export const reportInterval = (watchers) =>
  Math.min(INTERVAL.most, Math.max(INTERVAL.least, Math.ceil(watchers / INTERVAL.reportsPerSecond)));

/** Numbers from 0 to 1 that are the same in each run. */
function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What one request of each kind costs where processes get so many of them a second. */
function prices(costs, { edge, enrollment, all }) {
  const at = (kind, rate, figure) => costAt(costs[kind], rate, figure);
  const of = (kind, name, rate) => at(kind, rate, ({ cpu }) => cpu[name]);
  const batch = (name, rate) => ({
    batch: at('reports', rate, (point) => point.batch[name]),
    each: at('reports', rate, (point) => point.own[name]),
  });
  const wait = (kind, rate) => at(kind, rate, (point) => point.wait);
  return {
    segments: { edge: of('segments', 'edge', edge), load: of('segments', 'load', all), wait: wait('segments', edge) },
    lists: {
      edge: of('lists', 'edge', edge),
      enrollment: of('lists', 'enrollment', enrollment),
      store: of('lists', 'store', all),
      load: of('lists', 'load', all),
      wait: wait('lists', edge),
    },
    reports: {
      edge: batch('edge', edge),
      enrollment: batch('enrollment', enrollment),
      store: batch('store', enrollment),
      load: of('reports', 'load', all),
      wait: wait('reports', edge),
    },
  };
}

class Academy {
  batches = 0;
  times = { segments: [], reports: [], lists: [] };
  counted = false;

  /**
   * `rates` are the requests a second of an edge, of an enrollment, and of all. `layout` has the numbers of `edges` and
   * `enrollments`, `cores` of a machine of each (`edge`, `enrollment`, `store`) or of one machine for all (`shared`), and
   * `commit`, the seconds that a commit waits for other machines.
   */
  constructor(simulation, costs, layout, rates) {
    Object.assign(this, { simulation, layout, costs: prices(costs, rates) });
    const shared = layout.cores.shared ? new Servers(simulation, layout.cores.shared) : undefined;
    const machine = (kind) => shared ?? new Servers(simulation, layout.cores[kind]);
    const many = (kind, count) => Array.from({ length: count }, () => new Process(machine(kind)));
    this.edges = many('edge', layout.edges).map((edge) => ({ edge, waiting: [], sending: false }));
    this.enrollments = many('enrollment', layout.enrollments);
    this.store = new Process(machine('store'));
    // The players' own processors are theirs, unless they are measured on the same machine.
    this.load = shared ? new Process(shared) : undefined;
    // Batches of all edges write one after another.
    this.turn = new Servers(simulation, 1);
  }

  record(kind, begun) {
    if (this.counted) this.times[kind].push(this.simulation.now - begun);
  }

  /** The player has its answer. */
  answered(kind, begun) {
    if (this.load === undefined) this.record(kind, begun);
    else this.load.work(this.costs[kind].load, () => this.record(kind, begun));
  }

  segment(i) {
    const begun = this.simulation.now;
    const { edge, wait } = this.costs.segments;
    this.edges[i].edge.work(edge, () => this.simulation.after(wait, () => this.answered('segments', begun)));
  }

  list(i) {
    const begun = this.simulation.now;
    const { edge, enrollment, store, wait } = this.costs.lists;
    const process = this.edges[i].edge;
    process.work(edge / 2, () =>
      this.#enrollmentOf(i).work(enrollment, () =>
        this.store.work(store, () =>
          process.work(edge / 2, () => this.simulation.after(wait, () => this.answered('lists', begun))),
        ),
      ),
    );
  }

  report(i) {
    const begun = this.simulation.now;
    this.edges[i].edge.work(this.costs.reports.edge.each / 2, () => {
      this.edges[i].waiting.push(begun);
      this.#nextBatch(i);
    });
  }

  #enrollmentOf(edge) {
    return this.enrollments[edge % this.enrollments.length];
  }

  #nextBatch(i) {
    const of = this.edges[i];
    if (of.sending || of.waiting.length === 0) return;
    of.sending = true;
    const batch = of.waiting.splice(0, BATCH);
    if (this.counted) ++this.batches;
    const { edge, enrollment, store, wait } = this.costs.reports;
    const cost = ({ batch: fixed, each }) => fixed + each * batch.length;
    const written = () => {
      this.turn.release();
      of.sending = false;
      for (const begun of batch) of.edge.work(edge.each / 2, () => this.answered('reports', begun));
      this.#nextBatch(i);
    };
    of.edge.work(edge.batch, () =>
      this.turn.acquire(() =>
        this.#enrollmentOf(i).work(cost(enrollment), () =>
          this.store.work(cost(store), () => this.simulation.after(wait + this.layout.commit, written)),
        ),
      ),
    );
  }
}

const sum = (numbers) => numbers.reduce((all, each) => all + each, 0);

function timesOf(seconds) {
  const sorted = Float64Array.from(seconds).sort();
  const at = (part) => 1000 * (sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0);
  return { count: sorted.length, p50: at(0.5), p99: at(0.99) };
}

function figuresOf({ edges, enrollments, store, load, turn, batches }) {
  const cpu = {
    edge: sum(edges.map(({ edge }) => edge.cpu)),
    enrollment: sum(enrollments.map((each) => each.cpu)),
    store: store.cpu,
    load: load?.cpu ?? 0,
  };
  return { cpu, turn: turn.heldSeconds, batches };
}

/**
 * What happens while `watchers` watch for `seconds`, after `warm` that are not counted: milliseconds of each kind of
 * request, seconds of processor time of each process (of all edges together), batches, and the share of the time in which
 * a batch is being written.
 */
export function watching(costs, layout, watchers, { warm = 20, seconds = 30, seed = 1 } = {}) {
  const simulation = new Simulation();
  const interval = reportInterval(watchers / layout.edges);
  const [segments, reports, lists] = [SEGMENT_SECONDS, interval, LIST_SECONDS].map((period) => watchers / period);
  const academy = new Academy(simulation, costs, layout, {
    edge: (segments + reports + lists) / layout.edges,
    enrollment: (reports + lists) / layout.enrollments,
    all: segments + reports + lists,
  });
  const random = randomNumbers(seed);
  const every = (period, run) => {
    const again = () => {
      simulation.after(period, again);
      run();
    };
    simulation.after(random() * period, again);
  };
  for (let i = 0; i < watchers; ++i) {
    const edge = i % layout.edges;
    every(SEGMENT_SECONDS, () => academy.segment(edge));
    every(interval, () => academy.report(edge));
    every(LIST_SECONDS, () => academy.list(edge));
  }
  simulation.runUntil(warm);
  const before = figuresOf(academy);
  academy.counted = true;
  simulation.runUntil(warm + seconds);
  const after = figuresOf(academy);
  const processes = { edge: layout.edges, enrollment: layout.enrollments, store: 1, load: 0 };
  const cpu = {};
  for (const [name, count] of Object.entries(processes)) {
    const apart = (costs.idle[name] ?? 0) * count + (costs.live[name] ?? 0) * watchers;
    cpu[name] = after.cpu[name] - before.cpu[name] + apart * seconds;
  }
  return {
    interval,
    cpu,
    batches: after.batches,
    turn: (after.turn - before.turn) / seconds,
    ...Object.fromEntries(Object.entries(academy.times).map(([kind, times]) => [kind, timesOf(times)])),
  };
}

/** How many requests of one kind `clients` get answered in a second, of which each asks again at once. */
export function closedLoop(costs, layout, kind, clients, seconds = 10) {
  const simulation = new Simulation();
  const most = Infinity;
  const academy = new Academy(simulation, costs, layout, { edge: most, enrollment: most, all: most });
  academy.counted = true;
  const ask = {
    segments: () => academy.segment(0),
    reports: () => academy.report(0),
    lists: () => academy.list(0),
  }[kind];
  const record = academy.record.bind(academy);
  academy.record = (...of) => {
    record(...of);
    ask();
  };
  for (let i = 0; i < clients; ++i) ask();
  simulation.runUntil(seconds);
  return academy.times[kind].length / seconds;
}
