import { renderHook } from '@testing-library/react';
import { testSite } from '../testing';
import { loadSite, setSite, useSite } from './fetch-site';

test('texts that the page brings along set the direction of nothing around them', async () => {
  setSite('en', undefined);
  const block = document.createElement('script');
  block.id = 'site-data';
  block.type = 'application/json';
  block.textContent = JSON.stringify({ view: { ...testSite, lang: 'en', name: 'Noor\u2069\u202Eevil' } });
  document.body.append(block);
  await loadSite('en');
  expect(renderHook(() => useSite('en', '')).result.current.name).toBe('Noorevil');
});
