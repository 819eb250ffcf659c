import { overBudget } from './size-budget';

const budget = { entries: { main: 100 }, styles: { main: 10 }, chunks: { chart: 120 }, otherChunk: 8 };

test('files within their budgets are no matter', () => {
  const measured = [
    { kind: 'entries', name: 'main', size: 100 },
    { kind: 'styles', name: 'main', size: 9.9 },
    { kind: 'chunks', name: 'chart', size: 119 },
    { kind: 'chunks', name: 'login', size: 8 },
  ] as const;
  expect(overBudget(measured, budget)).toEqual([]);
});

test('what grew is told with its size and its budget', () => {
  const measured = [
    { kind: 'entries', name: 'main', size: 100.06 },
    { kind: 'chunks', name: 'chart', size: 121 },
    { kind: 'chunks', name: 'login', size: 9 },
  ] as const;
  expect(overBudget(measured, budget)).toEqual([
    'The entry main has 100.1 KiB gzipped; its budget is 100 KiB.',
    'The chunk chart has 121.0 KiB gzipped; its budget is 120 KiB.',
    'The chunk login has 9.0 KiB gzipped; its budget is 8 KiB.',
  ]);
});
