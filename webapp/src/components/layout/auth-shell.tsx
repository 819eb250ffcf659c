import type { ReactNode } from 'react';
import { LanguageSwitch } from '@/components/ui/language-switch';
import { Logo } from '@/components/ui/logo';
import { ThemeSwitch } from '@/components/ui/theme-switch';
import { OfflineNotice } from './offline-notice';

/** The page around the auth cards of learners and managers. */
export function AuthShell({
  name,
  home,
  below,
  children,
}: {
  name: string;
  home: string;
  /** Placed between the header and the card (breadcrumbs). */
  below?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="hero flex min-h-dvh flex-col">
      <header className="page flex min-h-16 items-center justify-between gap-4">
        <Logo to={home} name={name} />
        <div className="flex shrink-0 items-center">
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
      </header>
      <OfflineNotice over="form" />
      {below}
      <main
        id="main"
        tabIndex={-1}
        className="outline-none flex flex-1 items-start justify-center px-4 pt-6 pb-16 sm:pt-12"
      >
        {children}
      </main>
    </div>
  );
}
