import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import postcss from 'postcss';
import { QUERY } from '@/components/layout/use-desktop';

test('the guide becomes a desktop’s at the width at which the app does, whatever the size of the text', () => {
  const queries: string[] = [];
  const css = readFileSync(join(import.meta.dirname, 'guide.css'), 'utf8');
  postcss.parse(css).walkAtRules('media', ({ params }) => void queries.push(params));
  expect(queries).toContain(QUERY);
  expect(queries).toContain(QUERY.replace('>', '<='));
  // The third column is as wide as its text, and so comes later for a larger one.
  expect(queries.filter((query) => query.includes('rem'))).toEqual(['(min-width: 80rem)']);
});
