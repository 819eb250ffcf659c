import { readFileSync } from 'node:fs';
import { QUERY } from './use-desktop';

test('the menu changes above 991 px whatever the default font, in the sheet as in the script', () => {
  expect(QUERY).toBe('(width > 991px)');
  const sheet = readFileSync('src/styles/index.css', 'utf8');
  expect(sheet).toContain(`@custom-variant desk (@media ${QUERY});`);
  expect(sheet).not.toContain('--breakpoint-desk');
});
