import type { ReactNode } from 'react';

export function PageIntro({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className="hero border-b border-line">
      <div className="page flex flex-col gap-4 py-12 desk:py-16">
        {children}
        <h1 className="text-3xl font-extrabold desk:text-4xl">{title}</h1>
        <p className="max-w-2xl text-lg text-muted">{text}</p>
      </div>
    </div>
  );
}
