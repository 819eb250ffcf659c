// Texts that people, or somebody who means no good, may type as names and titles. Each is stored as it is here, but for
// the characters that set a direction, which the academy leaves out of names and the web app out of what it shows.

/** Embeddings, overrides and isolates. */
const DIRECTIONS = /[\u202A-\u202E\u2066-\u2069]/g;

export const NASTY = [
  'سارة\u202Eevil\u202C',
  'Sara\u2069\u202E باسم آخر',
  '\u202Bعلي (١)\u202C',
  '\u2067Python\u2069!',
  '\u200Fدورة C++ (الجزء 2)\u200F',
  'الدورة 3: HTML & CSS!',
  'C++/C# — أساسيات؟',
  '(سارة) [Sara] {٣}',
  `"quoted" 'single' «عربي» “curly”`,
  '<b>bold</b> <img src=x onerror=alert(1)>',
  '&amp; &lt;script&gt; {name} {count, plural, other {#}}',
  '{{site.name}} %s %d ${x} \\u202e',
  'W'.repeat(120),
  'م'.repeat(120),
  'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz',
  '👩‍👩‍👧‍👦 عائلة 🇸🇦 🏳️‍🌈 family',
  'Z\u0337\u031B\u0317a\u0334\u0310l\u0337g\u0336o\u0338 نصّ مُشَكَّلٌ',
  'ﷺ ﷽ سلام',
  'صفر\u200Bعرض\u200D \u200Czero',
  '+966 50 123 4567 – 12/31',
  'user@example.com; https://example.com/?q=1&x=2',
  'É Å ñ 日本語 हिन्दी ไทย',
].map((text) => text.normalize('NFC'));

export const shownForm = (text: string): string => text.replace(DIRECTIONS, '').trim();
