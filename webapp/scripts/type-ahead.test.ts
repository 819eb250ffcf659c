import { readFileSync } from 'node:fs';
import { typeAhead, withOwnPause } from './type-ahead';

const file = '../node_modules/react-aria/dist/private/selection/useTypeSelect.mjs';

test('half a second without a letter begins a new search in a list of choices', () => {
  const code = readFileSync(file, 'utf8');
  expect(code).toMatch(/WAIT_MS = 1000/);
  const { transform } = typeAhead();
  if (typeof transform !== 'function') throw new Error('no transform');
  const answer = transform.call({} as never, code, file) as { code: string };
  expect(answer.code).toMatch(/WAIT_MS = 500;/);
  expect(transform.call({} as never, code, '/src/other.ts')).toBeUndefined();
});

test('a React Aria that waits otherwise stops the build', () => {
  expect(() => withOwnPause('const WAIT_MS = 800')).toThrow(/adapt scripts/);
});
