import { CALL_LIMIT, callChunks } from './call-chunks';

test('a list is cut into calls of a thousand, in its order', () => {
  const items = Array.from({ length: 2 * CALL_LIMIT + 1 }, (_, index) => index);
  const chunks = callChunks(items);
  expect(chunks.map(({ length }) => length)).toEqual([CALL_LIMIT, CALL_LIMIT, 1]);
  expect(chunks.flat()).toEqual(items);
});

test('an empty list needs no call', () => {
  expect(callChunks([])).toEqual([]);
});
