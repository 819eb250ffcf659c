/**
 * Characters that set the direction of the text after them: embeddings, overrides and isolates (U+202A to U+202E, U+2066
 * to U+2069). Text from others is shown without them: in a name they would reorder the sentence around it, and a stray
 * end of an isolate ends that of a `<bdi>`, too. Marks (U+200E, U+200F, U+061C) stay, because they reach no further than
 * the text.
 */
const DIRECTIONS = /[\u202A-\u202E\u2066-\u2069]/g;

export const withoutDirections = (text: string): string => text.replace(DIRECTIONS, '');

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** Letters that are read from left to right, and what begins or joins numbers, addresses and codes. */
const LEFT_TO_RIGHT =
  /(?![\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}])[\p{L}\p{N}@+]/u;

/**
 * A text from others within a sentence of the page, where markup (`<bdi>`) cannot be: between FIRST STRONG ISOLATE and POP
 * DIRECTIONAL ISOLATE if its direction may be another than the page's.
 */
export function isolated(locale: string, text: string): string {
  const plain = withoutDirections(text);
  const other = locale.startsWith('ar') ? LEFT_TO_RIGHT : RIGHT_TO_LEFT;
  return other.test(plain) ? `\u2068${plain}\u2069` : plain;
}
