import type { ReactNode } from 'react';

/** A screen with a single message. */
export function MessagePage({ mark, title, children }: { mark: ReactNode; title: string; children?: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className="outline-none hero grid min-h-dvh place-items-center px-4 py-16">
      <div className="flex max-w-xl flex-col items-center gap-5 text-center">
        <div aria-hidden="true" className="text-accent-ink">
          {mark}
        </div>
        <h1 className="text-2xl font-bold">{title}</h1>
        {children}
      </div>
    </main>
  );
}
