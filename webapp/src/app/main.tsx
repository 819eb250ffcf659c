import '@/styles/fonts.css';
import '@/styles/index.css';
import '@/styles/site.css';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { activateLocale } from '@/i18n/locale';
import { restHoverWhileScrolling } from '@/lib/hover-rest';
import { followOtherTabs, managerSession } from '@/lib/session';
import { retryUntilDone } from '@/lib/retry';
import { firstScreen } from './first-screen';
import { keepUse, noPress } from './first-use';
import { Providers } from './providers';
import { router } from './router';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');

followOtherTabs();
restHoverWhileScrolling();
managerSession.armTimer();

const page = document.documentElement.dataset;
// The server's page is hidden if it is not the page to show; then there is nothing to keep.
if (page.wait !== undefined) root.replaceChildren();
delete page.wait;

const render = () =>
  createRoot(root).render(
    <StrictMode>
      <Providers />
    </StrictMode>,
  );

/** In one step, so that no key press falls between the two pages. */
function takeOver(): void {
  const giveBack = keepUse();
  flushSync(render);
  giveBack();
}

// The router loads the first screen while the messages load. The server's page stays until React's page can replace it
// in one step.
if (root.hasChildNodes()) {
  void Promise.all([firstScreen(router), retryUntilDone(activateLocale)])
    .then(noPress)
    .then(takeOver);
} else {
  render();
  void retryUntilDone(activateLocale);
}
