import '@fontsource-variable/inter';
import '@fontsource-variable/noto-sans-arabic';
import '@/styles/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { activateLocale } from '@/i18n/locale';
import { followOtherTabs, managerSession } from '@/lib/session';
import { Providers } from './providers';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');

followOtherTabs();
managerSession.armTimer();

createRoot(root).render(
  <StrictMode>
    <Providers />
  </StrictMode>,
);
// The router already loads the first screen while the messages come.
void activateLocale();
