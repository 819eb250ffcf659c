// Sign-ins a second at the edge, compared with the passwords that the same machine verifies when it does nothing else,
// and with a Fastify server that hashes by node-rs.
// Everybody signs in with the right password, for the first time or long after the last time.
import { availableParallelism } from 'node:os';

import { Academy, tool } from './lib/academy.mjs';
import { load, median, ms, percent, table } from './lib/report.mjs';
import { startFastify } from './lib/rivals.mjs';
import { wrk } from './lib/wrk.mjs';

const LEARNERS = 5000;
const SECONDS = 6;
const ROUNDS = 3;
const AIM = 0.9;
// Enough to keep every core busy, and few enough that none is refused because the queue is full.
const CONNECTIONS = 8;

const cores = availableParallelism();
const academy = await Academy.start(LEARNERS);
let fastify;
try {
  const script = `
    local number = 0
    function request()
      number = (number + 1) % ${LEARNERS}
      local body = '{"email":"learner-' .. number .. '@academy.example","password":"${academy.password}"}'
      return wrk.format("POST", "/api/auth/login", {["Content-Type"] = "application/json"}, body)
    end`;
  // seed_people deactivates every twentieth learner; activate them.
  const users = await allowAll();
  fastify = await startFastify({ users, password: academy.password });
  const processes = ['auth', 'edge'];
  for (const server of [academy, fastify]) await wrk(server, { script, seconds: 1, connections: CONNECTIONS });
  const rounds = [];
  for (let i = 0; i < ROUNDS; ++i) {
    const limit = await tool('argon2_limit', SECONDS, cores);
    const signIns = await wrk(academy, { script, seconds: SECONDS, connections: CONNECTIONS, processes });
    const rival = await wrk(fastify, { script, seconds: SECONDS, connections: CONNECTIONS, processes: ['fastify'] });
    rounds.push({ limit: limit.verified / limit.seconds, signIns, rival });
  }
  const of = (figure) => median(rounds.map(figure));
  const ratio = of((round) => round.signIns.perSecond / round.limit);
  const share = (name) => percent(of((round) => round.signIns.cpu[name] / round.signIns.seconds / cores));
  table(
    `Sign-ins on ${cores} cores, ${CONNECTIONS} at a time; medians of ${ROUNDS} rounds of ${SECONDS} s (${load()})`,
    ['', 'figure'],
    [
      ['passwords verified, nothing else running', `${of((round) => round.limit).toFixed(1)} /s`],
      ['sign-ins at the edge', `${of((round) => round.signIns.perSecond).toFixed(1)} /s`],
      ['sign-ins at Fastify with node-rs', `${of((round) => round.rival.perSecond).toFixed(1)} /s`],
      [`sign-ins against the limit (aim ${percent(AIM)})`, percent(ratio)],
      ['half of the sign-ins within', ms(of((round) => round.signIns.p50))],
      ['99 of 100 within', ms(of((round) => round.signIns.p99))],
      ['processors busy with auth', share('auth')],
      ['processors busy with the edge', share('edge')],
      ['processors busy with the load generator', share('wrk')],
    ],
  );
} finally {
  await fastify?.stop();
  await academy.stop();
}

/** Activates the learners who are not, and returns all. */
async function allowAll() {
  const { token } = await academy.call('POST', '/api/cm/auth/login', {
    email: academy.manager,
    password: academy.password,
  });
  const list = async (wanted) => (await academy.call('PUT', '/api/cm/user/fetch-users', wanted, token)).result;
  for (;;) {
    const result = await list({ active: false, limit: 1000 });
    if (result.length === 0) return list({});
    for (const { _id } of result) {
      await academy.call('PUT', '/api/cm/user/update-activation', { clientId: _id, active: true }, token);
    }
  }
}
