// Makes altcha_vectors.json: challenges, right and wrong payloads, each with altcha-lib's own verdict.
//
//   node services/auth/bot_check/testing/altcha_vectors.mjs > services/auth/bot_check/testing/altcha_vectors.json
//
// To be run where npm's altcha-lib is installed (`npm ci`). altcha_test.cc asks ours about the same.
import { createChallenge, solveChallenge, verifySolution } from 'altcha-lib/v1';

const KEY = 'a key that both know';
// The instant (seconds) at which altcha_test.cc looks at them; altcha-lib looks at them now.
const FUTURE = 4_000_000_000;
const PAST = 1_000_000_000;

const vectors = [];
async function add(name, payload, { encoded } = {}) {
  const text = encoded ?? Buffer.from(JSON.stringify(payload)).toString('base64');
  vectors.push({ name, payload: text, right: await verifySolution(text, KEY) });
}

async function solved(options = {}) {
  const { number: fixed, ...rest } = options;
  const challenge = await createChallenge({
    hmacKey: KEY,
    maxnumber: 2000,
    saltLength: 12,
    expires: new Date(FUTURE * 1000),
    ...(fixed === undefined ? {} : { number: fixed }),
    ...rest,
  });
  const { number, took } = await solveChallenge(challenge.challenge, challenge.salt, challenge.algorithm, 2000).promise;
  const { algorithm, challenge: hash, salt, signature } = challenge;
  return { algorithm, challenge: hash, number, salt, signature, took };
}

for (let i = 0; i < 8; ++i) await add(`right ${i}`, await solved());
await add('number zero', await solved({ number: 0 }));
await add('the largest number', await solved({ number: 2000 }));
const right = await solved({ number: 1234 });
await add('fields in another order, and more of them', {
  took: 1.5,
  extra: true,
  signature: right.signature,
  ...right,
});
await add('wrong number', { ...right, number: 1233 });
await add('negative number', { ...right, number: -1234 });
await add('wrong signature', {
  ...right,
  signature: right.signature.replace(/^../, right.signature.startsWith('00') ? '01' : '00'),
});
await add('empty signature', { ...right, signature: '' });
await add("another challenge's signature", { ...right, signature: (await solved()).signature });
await add('wrong challenge', {
  ...right,
  challenge: right.challenge.replace(/^../, right.challenge.startsWith('00') ? '01' : '00'),
});
await add('wrong salt', { ...right, salt: `0${right.salt}` });
await add('later expiry', { ...right, salt: right.salt.replace(String(FUTURE), String(FUTURE + 1)) });
await add('digits lent to the salt', { ...right, salt: `${right.salt}1`, number: 234 });
await add('expired', await solved({ expires: new Date(PAST * 1000) }));
await add('signed with another key', await solved({ hmacKey: 'another key' }));
await add('not base64', null, { encoded: '%%%' });
await add('not JSON', null, { encoded: Buffer.from('{').toString('base64') });

console.log(JSON.stringify({ key: KEY, vectors }, null, 1));
