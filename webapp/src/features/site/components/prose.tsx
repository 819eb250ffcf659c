import type { Section } from '../model';
import { Each } from '../template';

/** Headed paragraphs. */
export function Prose({ sections }: { sections: readonly Section[] }) {
  return (
    <div className="flex max-w-3xl flex-col gap-10">
      <Each of={sections}>
        {(section) => (
          <section className="flex flex-col gap-3">
            <h2 className="text-xl font-bold">
              <bdi>{section.heading}</bdi>
            </h2>
            <Each of={section.paragraphs}>
              {(paragraph) => (
                <p className="leading-loose text-muted">
                  <bdi>{paragraph}</bdi>
                </p>
              )}
            </Each>
          </section>
        )}
      </Each>
    </div>
  );
}
