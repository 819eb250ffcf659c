// What requests cost, measured one kind at a time on an academy that has nothing else to do.
//
// A request costs less when there are many: processors stay warm, threads stay awake. So it is measured at several
// rates, and what it costs at another is read between them.
import { median } from '../lib/report.mjs';

const SECONDS = 6;
const ROUNDS = 3;
const SEGMENTS = 40;
// Requests a second.
const RATES = [50, 100, 200, 400, 800, 1600, 3200];
// Up to here a request rarely meets another.
const HIGHEST_RATE_ALONE = 800;
// Each player has a connection of its own, which is idle for so long between two requests: what is still in the
// processor's caches then is part of what a request costs.
const IDLE_SECONDS = 2.6;
const MOST_CONNECTIONS = 2000;
// Connections that ask as often as they can.
const CONNECTIONS = 32;
const MORE_CONNECTIONS = 128;
// The processes that a request goes through.
const PATHS = {
  segments: ['edge', 'load'],
  lists: ['edge', 'enrollment', 'store', 'load'],
  reports: ['edge', 'enrollment', 'store', 'load'],
};

/** Requests of one kind for a while: their rate, and processor time of each process for one of them. */
async function measure(running, kind, { rate = 0, connections }, idle) {
  const before = await running.count();
  const result = await running.load(SECONDS, kind, rate, connections, SEGMENTS);
  const after = await running.count();
  const { count, failed, first, p50 } = result[kind];
  if (failed > 0) throw new Error(`${failed} ${kind} failed (${first})`);
  const seconds = after.at - before.at;
  const cpu = { load: result.cpu / count };
  for (const name of PATHS[kind].filter((each) => each !== 'load')) {
    cpu[name] = Math.max(0, after.cpu[name] - before.cpu[name] - idle[name] * seconds) / count;
  }
  const size = count / Math.max(1, after.batches - before.batches);
  return { rate: count / result.seconds, p50: p50 / 1000, cpu, size };
}

const total = (cpu) => Object.values(cpu).reduce((all, each) => all + each, 0);

/** The run of several whose processor time is the median: runs are disturbed by what else the machine does. */
async function typical(running, kind, limits, idle) {
  const runs = [];
  for (let i = 0; i < ROUNDS; ++i) runs.push(await measure(running, kind, limits, idle));
  const middle = median(runs.map(({ cpu }) => total(cpu)));
  const p50 = median(runs.map((run) => run.p50));
  return { ...runs.find(({ cpu }) => total(cpu) === middle), p50 };
}

/** Measures an academy of `Running`; `watchers` is the number of live connections of which the cost is taken. */
export async function measureCosts(running, watchers, progress = () => {}) {
  // The median, because a database tidies up now and then.
  const rest = async () => {
    const shares = [];
    for (let i = 0; i < ROUNDS; ++i) {
      const { cpu, seconds } = await running.between(performance.now(), 0, SECONDS);
      shares.push(Object.fromEntries(Object.entries(cpu).map(([name, of]) => [name, of / seconds])));
    }
    return Object.fromEntries(Object.keys(shares[0]).map((name) => [name, median(shares.map((each) => each[name]))]));
  };
  progress('at rest');
  const idle = await rest();
  const leave = await running.connect(watchers);
  const connected = await rest();
  await leave();
  const live = Object.fromEntries(
    ['edge', 'presence'].map((name) => [name, Math.max(0, connected[name] - idle[name]) / watchers]),
  );
  const costs = { idle, live };
  for (const kind of Object.keys(PATHS)) {
    progress(kind);
    const points = [];
    for (const rate of RATES) {
      const connections = Math.min(MOST_CONNECTIONS, Math.round(rate * IDLE_SECONDS));
      points.push(await typical(running, kind, { rate, connections }, idle));
    }
    points.push(await typical(running, kind, { connections: CONNECTIONS }, idle));
    if (kind === 'reports') points.push(await typical(running, kind, { connections: MORE_CONNECTIONS }, idle));
    // What a request waits for besides processors: the disk, and being woken.
    const waits = points.map(({ p50, cpu }) => Math.max(0, p50 - total(cpu)));
    // At higher rates it waits for others too, which is what the model simulates.
    const alone = RATES.filter((rate) => rate <= HIGHEST_RATE_ALONE).length;
    const least = Math.min(...waits.slice(0, alone));
    costs[kind] = points.map((point, i) => ({
      ...(kind === 'reports' ? withBatches(point, points.slice(-2)) : point),
      wait: i < alone ? waits[i] : least,
    }));
  }
  return costs;
}

/**
 * Divides what a report costs into its own part and its share of its batch's. The own part is the same at every rate:
 * the two runs with the largest batches tell it.
 */
function withBatches(point, [large, largest]) {
  const own = {};
  const batch = {};
  for (const [name, cost] of Object.entries(point.cpu)) {
    const [x, y] = [1 / large.size - 1 / largest.size, large.cpu[name] - largest.cpu[name]];
    const fixed = name === 'load' ? 0 : Math.max(0, y / x);
    own[name] = name === 'load' ? cost : Math.min(cost, Math.max(0, largest.cpu[name] - fixed / largest.size));
    batch[name] = (cost - own[name]) * point.size;
  }
  return { ...point, own, batch };
}

/** What a request of the kind costs where `rate` come in a second: each of its figures between those measured. */
export function costAt(points, rate, figure) {
  const sorted = [...points].sort((a, b) => a.rate - b.rate);
  const next = sorted.findIndex((point) => point.rate >= rate);
  if (next === 0) return figure(sorted[0]);
  if (next === -1) return figure(sorted.at(-1));
  const [below, above] = [sorted[next - 1], sorted[next]];
  const part = Math.log(rate / below.rate) / Math.log(above.rate / below.rate);
  return figure(below) + part * (figure(above) - figure(below));
}
