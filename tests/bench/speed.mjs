// What calls at the edge cost: rate, latency and processor time per request, at 16, 64 and 256 connections. Each runs
// in turn with the same gRPC call without the edge, a Fastify monolith and one in C++ (Boost.Beast) that give the same
// answer, and nginx with a fixed answer. On a shared machine, trust the processor time.
//   node tests/bench/speed.mjs [CALL ...] [--connections N,N] [--seconds S] [--accept CODING] [--only-academy]
import { parseArgs } from 'node:util';

import { Academy, tool } from './lib/academy.mjs';
import { costAfterChange, costOfRepeated } from './lib/after-change.mjs';
import { fillCatalogue } from './lib/catalogue.mjs';
import { load, medians, table } from './lib/report.mjs';
import { startFastify, startMonolith, startNginx } from './lib/rivals.mjs';
import { always, wrk } from './lib/wrk.mjs';

const LEARNERS = 1000;
const COURSES = 100;
const ASSIGNED = 20;
const RUNS = 3;
// Microseconds of the edge and the services together, at AIM_CONNECTIONS.
const AIMS = { trylogin: 45, 'list of 20': 190, '100 courses': 500, '1,000 learners': 2200 };
const AIM_CONNECTIONS = 64;
const SERVICES = ['auth', 'catalog', 'enrollment', 'presence'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    connections: { type: 'string', default: '16,64,256' },
    seconds: { type: 'string', default: '1' },
    accept: { type: 'string' },
    'only-academy': { type: 'boolean', default: false },
  },
});
const connections = values.connections.split(',').map(Number);
const seconds = Number(values.seconds);
const alone = values['only-academy'];
const stops = [];

try {
  const academy = await start(() => Academy.start(LEARNERS));
  const { manager, learner } = await fillCatalogue(academy, { courses: COURSES, assigned: ASSIGNED });
  const cases = {
    trivial: { method: 'GET', path: '/healthz' },
    trylogin: {
      method: 'POST',
      path: '/api/auth/trylogin',
      token: learner.token,
      // The call that the edge's session cache saves.
      rpc: { name: 'CheckSession', service: 'auth', caller: 'service:edge', text: learner.token },
    },
    'list of 20': {
      method: 'POST',
      path: '/api/user-course/fetch-courses',
      body: {},
      token: learner.token,
      rpc: { name: 'ListMyCourses', service: 'enrollment', caller: `learner:${learner.person}:bench` },
    },
    '100 courses': {
      method: 'POST',
      path: '/api/cm/course/fetch-courses',
      body: {},
      token: manager.token,
      rpc: { name: 'ListCourses', service: 'catalog', caller: `manager:${manager.person}:bench:manager` },
    },
    '1,000 learners': {
      method: 'PUT',
      path: '/api/cm/user/fetch-users',
      body: {},
      token: manager.token,
      rpc: { name: 'ListLearners', service: 'auth', caller: `manager:${manager.person}:bench:manager` },
    },
  };
  const ask = ({ method, path, body, token }) => academy.call(method, path, body, token);
  const answers = alone
    ? undefined
    : {
        users: (await ask(cases['1,000 learners'])).result,
        courses: (await ask(cases['100 courses'])).result,
        assignments: (await ask(cases['list of 20'])).result,
        sessions: [
          { ...manager, kind: 'manager' },
          { ...learner, kind: 'learner' },
        ],
      };
  const fastify = alone ? undefined : await start(() => startFastify(answers));
  const monolith = alone ? undefined : await start(() => startMonolith(answers));
  const nginx = alone ? undefined : await start(() => startNginx('{"message":"Alive"}'));

  const wanted = positionals.length > 0 ? positionals : Object.keys(cases);
  for (const name of wanted) {
    const call = cases[name];
    if (fastify) await compare(name, call, academy, 'Fastify', fastify);
    if (monolith) await compare(name, call, academy, 'the monolith', monolith);
    const rows = [];
    for (const count of connections)
      rows.push(...(await measure(name, call, count, { academy, fastify, monolith, nginx })));
    table(
      `${name}: ${call.method} ${call.path}; medians of ${RUNS} runs of ${seconds} s (${load()})`,
      ['connections', 'answered by', 'a second', 'KB each', 'p50 ms', 'p99 ms', 'CPU us', 'of which'],
      rows,
    );
    if (name === '1,000 learners') await afterChanges(call, { academy, fastify, monolith });
  }
} finally {
  for (const stop of stops.reverse()) await stop();
}

/** Starts a server that is stopped at the end, whatever happens. */
async function start(begin) {
  const server = await begin();
  stops.push(() => server.stop());
  return server;
}

/** The table's rows for one call at `count` connections; in each round the servers run one after the other. */
async function measure(name, call, count, { academy, fastify, monolith, nginx }) {
  const script = always({ ...call, accept: values.accept });
  const processes = ['edge', ...SERVICES];
  const runs = {
    academy: () => wrk(academy, { script, seconds, connections: count, processes }),
  };
  if (!alone) {
    if (call.rpc) runs['gRPC alone'] = () => grpc(academy, call.rpc, count);
    runs.Fastify = () => wrk(fastify, { script, seconds, connections: count, processes: ['fastify'] });
    runs['C++ monolith'] = () => wrk(monolith, { script, seconds, connections: count, processes: ['monolith'] });
    if (name === 'trivial')
      runs.nginx = () => wrk(nginx, { script, seconds, connections: count, processes: ['nginx'] });
  }
  const results = Object.fromEntries(Object.keys(runs).map((who) => [who, []]));
  for (let i = 0; i < RUNS; ++i) for (const [who, run] of Object.entries(runs)) results[who].push(await run());
  const rows = [];
  for (const [who, list] of Object.entries(results)) {
    const next = list.values();
    const cpu = (process) => (result) => (result.cpu[process] * 1e6) / result.requests;
    const used = Object.keys(list[0].cpu).filter((process) => process !== 'wrk');
    const figures = await medians(RUNS, () => next.next().value, {
      perSecond: (result) => result.perSecond,
      kilobytes: (result) => (result.bytes ?? 0) / result.requests / 1000,
      p50: (result) => result.p50,
      p99: (result) => result.p99,
      all: (result) => used.reduce((sum, process) => sum + cpu(process)(result), 0),
      ...Object.fromEntries(used.map((process) => [process, cpu(process)])),
    });
    const parts = used.filter((process) => figures[process] >= 0.5);
    const aim = who === 'academy' && count === AIM_CONNECTIONS ? AIMS[name] : undefined;
    rows.push([
      String(count),
      who,
      figures.perSecond.toFixed(0),
      figures.kilobytes > 0 ? figures.kilobytes.toFixed(1) : '',
      figures.p50.toFixed(2),
      figures.p99.toFixed(2),
      figures.all.toFixed(0) + (aim ? ` (aim ${aim})` : ''),
      parts.length > 1 ? parts.map((process) => `${process} ${figures[process].toFixed(0)}`).join(', ') : '',
    ]);
  }
  return rows;
}

/** Prints what the whole list of learners costs one manager, repeated and right after a change of one of them. */
async function afterChanges({ method, path, body, token }, { academy, fastify, monolith }) {
  const listOf = (server) => async () => {
    // Without the field, fetch() asks for gzip.
    const accepted = { 'accept-encoding': values.accept ?? 'identity' };
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...accepted };
    const answer = await fetch(server.url + path, { method, headers, body: JSON.stringify(body) });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`a list was answered with ${answer.status}`);
  };
  const { result } = await academy.call(method, path, body, token);
  const change = (round) =>
    academy.call(
      'PUT',
      '/api/cm/user/update-user',
      { clientId: result[(round * 7) % result.length]._id, phonenumber: `+9665${String(round).padStart(8, '0')}` },
      token,
    );
  const processes = ['edge', ...SERVICES];
  const row = (who, names, costs) => [
    who,
    costs.reduce((sum, cost) => sum + cost, 0).toFixed(0),
    names.map((name, index) => `${name} ${costs[index].toFixed(0)}`).join(', '),
  ];
  const rows = [
    row('academy, repeated', processes, await costOfRepeated(academy, processes, listOf(academy))),
    row('academy, after a change', processes, await costAfterChange(academy, processes, change, listOf(academy))),
  ];
  for (const [who, server] of Object.entries({ Fastify: fastify, 'C++ monolith': monolith })) {
    if (server) rows.push(row(who, [who], await costOfRepeated(server, [who], listOf(server))));
  }
  table(`${path}, one request at a time (${load()})`, ['answered by', 'CPU us', 'of which'], rows);
}

/** One run of `out/bench/grpc_calls`, as wrk reports. */
async function grpc(academy, { name, service, caller, text = '' }, count) {
  const before = await academy.cpuOf(service);
  const report = await tool('grpc_calls', academy.data, service, name, caller, count, seconds, text);
  const used = (await academy.cpuOf(service)) - before;
  return {
    ...report,
    perSecond: report.requests / report.seconds,
    cpu: { [service]: used, client: report.cpu },
  };
}

/** Prints whether a rival's answer equals ours, because it must not be faster by sending less. */
async function compare(name, call, academy, who, rival) {
  const headers = { ...(call.token ? { authorization: `Bearer ${call.token}` } : {}) };
  if (call.body) headers['content-type'] = 'application/json';
  const get = async (server) => {
    const answer = await fetch(server.url + call.path, {
      method: call.method,
      headers,
      ...(call.body ? { body: JSON.stringify(call.body) } : {}),
    });
    return answer.text();
  };
  const [ours, theirs] = [await get(academy), await get(rival)];
  const sorted = (text) => JSON.stringify(JSON.parse(text), (_, value) => sortKeys(value));
  const same = sorted(ours) === sorted(theirs) ? 'the same' : 'NOT the same';
  console.log(`\n${name}: ${ours.length} characters; ${who} says ${same}`);
  if (same !== 'the same') console.log(`  ${ours.slice(0, 700)}\n  ${theirs.slice(0, 700)}`);
}

function sortKeys(value) {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
