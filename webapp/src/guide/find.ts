import { foldText } from '@/lib/fold-text';

/** A section of the guide: address, title of its page, its own heading, its text. */
export type Section = readonly [address: string, page: string, heading: string, text: string];

const MOST = 8;

/** The sections that have all words of the question, those with a word in their heading first. */
export function find(sections: readonly Section[], question: string): Section[] {
  const words = foldText(question).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return sections
    .map((section) => {
      const [, page, heading, text] = section;
      const title = foldText(`${page} ${heading}`);
      const all = `${title} ${foldText(text)}`;
      if (!words.every((word) => all.includes(word))) return { section, score: 0 };
      return { section, score: 1 + words.filter((word) => title.includes(word)).length };
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST)
    .map(({ section }) => section);
}
