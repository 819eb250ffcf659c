import type { ReactNode } from 'react';
import { When } from '../template';

/** A section's heading, a line of text below it, and a link. */
export function SectionHeading({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  return (
    <div className="mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <div className="flex max-w-2xl flex-col gap-2">
        <h2 className="text-2xl font-bold desk:text-3xl">
          <bdi>{title}</bdi>
        </h2>
        <When value={text}>
          <p className="text-muted">
            <bdi>{text}</bdi>
          </p>
        </When>
      </div>
      {children}
    </div>
  );
}
