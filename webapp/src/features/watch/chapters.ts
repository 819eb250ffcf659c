import { plainDigits } from '@/lib/fold-text';

export interface Chapter {
  /** Seconds. */
  from: number;
  title: string;
}

/** `0:00 Title`, also with a bullet, brackets or a dash, hours, and Arabic digits. */
const LINE =
  /^[\s\p{Cf}]*(?:[-–—•*]\s*)?[([]?(?:(\d{1,2}):)?(\d{1,3}):(\d\d)[)\]]?[\s\p{Cf}]*(?:[-–—:|][\s\p{Cf}]*)?(\S.*)$/u;

function chapterOf(line: string): Chapter | null {
  const found = LINE.exec(plainDigits(line));
  if (!found) return null;
  const [, hours = '0', minutes = '', seconds = '', title = ''] = found;
  if (Number(seconds) > 59) return null;
  // The title as it was typed, with its digits.
  return {
    from: (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds),
    title: line.trimEnd().slice(-title.trimEnd().length),
  };
}

/**
 * The chapters of a lesson are lines of its description, as viewers and authors know it from elsewhere: two at least, the
 * first at 0:00, each after the one before and within the video. `text` is the description without them. `duration` is in
 * seconds; 0 while it is unknown.
 */
export function chaptersOf(description: string, duration: number): { chapters: Chapter[]; text: string } {
  const lines = description.split('\n').map((line) => ({ line, chapter: chapterOf(line) }));
  const chapters = lines.flatMap(({ chapter }) => chapter ?? []);
  const rising = chapters.every(({ from }, index) => from === 0 || from > (chapters[index - 1]?.from ?? Infinity));
  const within = duration <= 0 || chapters.every(({ from }) => from < duration);
  const ordered = rising && chapters.filter(({ from }) => from === 0).length === 1;
  if (chapters.length < 2 || !ordered || !within) return { chapters: [], text: description };
  const text = lines.filter(({ chapter }) => !chapter).map(({ line }) => line);
  return { chapters, text: text.join('\n').trim() };
}
