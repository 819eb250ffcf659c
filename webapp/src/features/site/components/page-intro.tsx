import type { ReactNode } from 'react';

export function PageIntro({
  title,
  text,
  level = 1,
  children,
}: {
  title: string;
  text: string;
  /** 2 where the page has a heading of its own above. */
  level?: 1 | 2;
  children?: ReactNode;
}) {
  const Heading = `h${level}` as const;
  return (
    <div className="hero border-b border-line">
      <div className="page flex flex-col gap-4 py-12 desk:py-16">
        {children}
        <Heading className="text-3xl font-extrabold desk:text-4xl">
          <bdi>{title}</bdi>
        </Heading>
        <p className="max-w-2xl text-lg text-muted">
          <bdi>{text}</bdi>
        </p>
      </div>
    </div>
  );
}
