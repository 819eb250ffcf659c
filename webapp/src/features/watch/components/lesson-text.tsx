import { useMemo } from 'react';
import type { Part } from '@/lib/models';
import { chaptersOf, type Chapter } from '../chapters';
import { ChaptersList } from './chapters-list';

/** What stands below a lesson's video: its title, its description and its chapters. */
export function LessonText({ part, onChoose }: { part: Part; onChoose: (chapter: Chapter) => void }) {
  const { chapters, text } = useMemo(() => chaptersOf(part.description, part.duration), [part]);
  return (
    <>
      <h2 className="mt-4 text-xl font-bold">
        <bdi>{part.title}</bdi>
      </h2>
      {text && (
        <p className="mt-1 whitespace-pre-line text-muted" dir="auto">
          {text}
        </p>
      )}
      {chapters.length > 0 && <ChaptersList chapters={chapters} onChoose={onChoose} />}
    </>
  );
}
