// The words of webapp/docs/glossary.md: those that were given up do not come back.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import ar from './messages/ar.json';
import en from './messages/en.json';

type Texts = Record<string, string>;

const ROOT = join(import.meta.dirname, '../../..');

/** The strings of the shipped site in a language, by file and key. */
function siteTexts(locale: 'ar' | 'en'): Texts {
  const texts: Texts = {};
  const collect = (at: string, value: unknown, known: boolean) => {
    if (typeof value === 'string') {
      if (known) texts[at] = value;
    } else if (value !== null && typeof value === 'object') {
      for (const [key, inner] of Object.entries(value))
        if (key !== 'placeholders' && key !== 'icon') collect(`${at}.${key}`, inner, known || key === locale);
    }
  };
  for (const file of readdirSync(join(ROOT, 'site', locale)))
    collect(`site/${locale}/${file}`, JSON.parse(readFileSync(join(ROOT, 'site', locale, file), 'utf8')), true);
  collect('site/site.json', JSON.parse(readFileSync(join(ROOT, 'site/site.json'), 'utf8')), false);
  return texts;
}

/** The texts of the mails in a language: the literals of more than one word, those that the compiler joins as one. */
function mailTexts(locale: 'ar' | 'en'): Texts {
  const source = readFileSync(join(ROOT, 'services/auth/mail/mail_texts.cc'), 'utf8').replace(/^\s*\/\/.*$/gm, '');
  const texts: Texts = {};
  for (const [literals] of source.matchAll(/"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*/g)) {
    const text = literals
      .replace(/"\s*"|^"|"$/g, '')
      .replace(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
    const arabic = /\p{Script=Arabic}/u.test(text);
    if (text.includes(' ') && !text.includes('<') && arabic === (locale === 'ar')) texts[`mail: ${text}`] = text;
  }
  return texts;
}

/**
 * The guide's headings, rows and paragraphs by how they begin. Without commands, addresses and words in bold, which
 * scripts/guide.test.ts compares with the messages.
 */
function guideTexts(locale: 'ar' | 'en'): Texts {
  const texts: Texts = {};
  for (const file of readdirSync(join(ROOT, 'docs/guide', locale))) {
    const source = readFileSync(join(ROOT, 'docs/guide', locale, file), 'utf8');
    const prose = source.replace(/^( *)```[^]*?^\1```$|`[^`\n]*`|\*\*[^*]*\*\*|\]\([^)\n]*\)/gm, ' … ');
    for (const block of prose.split(/\n\s*\n|\n(?= *(?:[-|#]|\d+\.))|(?<=^#.*)\n/m)) {
      const text = block.trim().replace(/\s+/g, ' ');
      texts[`docs/guide/${locale}/${file}: ${text.slice(0, 30)}`] = text;
    }
  }
  const { words } = JSON.parse(readFileSync(join(ROOT, 'docs/guide/guide.json'), 'utf8')) as {
    words: Record<typeof locale, Texts>;
  };
  for (const [key, text] of Object.entries(words[locale])) texts[`docs/guide/guide.json.${key}`] = text;
  return texts;
}

const TEXTS = {
  ar: { ...(ar as Texts), ...siteTexts('ar'), ...mailTexts('ar'), ...guideTexts('ar') },
  en: { ...(en as Texts), ...siteTexts('en'), ...mailTexts('en'), ...guideTexts('en') },
};

/** What is not said, what is said instead, and the texts in which the word means something else, or is prescribed. */
type Rule = [word: RegExp, instead: string, but?: RegExp];

const ARABIC: Rule[] = [
  [/إزال|[أتي]ُ?ز[اي]ل/, 'حذف'],
  [/(?<!\p{L}|اسم )(?:ال|لل|و)?مستخدم/u, 'متعلّم', /^error\.(?:email_taken|passkey_exists)$/],
  [
    /سطر/,
    'صف',
    // Lines of text: of settings, of the log, of a description.
    /\.line$|^assign\.emails\.hint$|^site\.field\.|\.chapters$|^docs\/guide\/ar\/(?:first-day|owners|troubles)\.md|: - … : كل سطر/,
  ],
  [/(?<!الصفحة )مفتوح|تُفتح(?! صفح)/, 'متاحة', /^shell\.menu\.pin$|^site\/site\.json\.photos/],
  [/عملي(?:ة|ات) (?:ال)?دخول|(?:إنهاء|أُنهي|يُنهى) (?:ال)?دخول/, 'جلسة، تسجيل الخروج'],
  [/(?<!س[ُِّ]?ج\S* (?:\S+ )?)(?<!\p{L})(?:ال|بال|لل)?دخول/u, 'تسجيل الدخول', /^site\/ar\/privacy\.json/],
  [/المعلومات البنكية/, 'البيانات البنكية'],
  [/تواصل معنا|اكتب لنا/, 'اتصل بنا، راسلنا'],
  [/تعذر|أخفق/, 'تعذّر، فشل'],
  [/متعلم/, 'متعلّم'],
  [/(?<!\p{L})[يت]جري(?!\p{L}| في)/u, 'جارٍ'],
  [/مقطع|مقاطع/, 'فيديو', /^site\/ar\/home\.json\.testimonials/],
  [/تعيين/, 'إسناد'],
  [/موقوف(?!(?:ًا)? مؤقتًا)/, 'معطّل'],
  [/جوال|كمبيوتر/, 'هاتف، حاسوب'],
  [/استعمال|[يت]ُستعمل/, 'استخدام'],
  [/اً/, 'ًا'],
  [/منذئذ|مجدد/, 'بعد ذلك، من جديد'],
  [/في ما /, 'فيما'],
];

const ENGLISH: Rule[] = [
  [/\blog(?:ged|ging)?[ -]?(?:in|out)\b/i, 'sign in, sign out'],
  [/\bsign-ins\b/i, 'sessions', /^site\/en\/privacy\.json/],
  [/(?<!\be-)\bmails?\b(?! server)/i, 'e-mail'],
  [
    /\bemail/i,
    'e-mail',
    // As the specification has them, and the name of a column.
    /^error\.(?:user_not_found|not_activated|code_already_sent|code_not_found|email_column_missing)$|^activation\.unknown$/,
  ],
  [
    /\busers?\b(?! name)/i,
    'learner',
    // The area's name, and texts of the specification.
    /^docs\/guide\/en\/managers\.md: ## Users$|^(?:admin\.menu\.users|breadcrumbs\.users?|users\.(?:title|back|updated)|notAllowed\.back|error\.(?:user_not_found|code_not_found)|activation\.unknown)$/,
  ],
  [/\bremov/i, 'delete', /^assign\.remove|^audit\.assignment\.removed$/],
  [/\bregister/i, 'add'],
  [
    /\bparts?\b/i,
    'lesson',
    // Those of the software, and of a list.
    /^site\.editor\.|^site\/en\/(?:home\.json\.testimonials|privacy)|^docs\/guide\/en\/(?:developers|owners|troubles)\.md|: From an empty machine|: How the academy is/,
  ],
  [/\bcho(?:sen\b|ose (?:all|none))/i, 'selected', /^site\.editor\.language$/],
  [/\bimages?\b/i, 'picture'],
  [/\bbank (?:details|account)/i, 'bank info'],
  [/\bany ?more\b/i, 'no longer'],
  [/\bsomebody\b/i, 'someone'],
  [/\bgo(?:es)? on\b/i, 'continue'],
  [/\bmend/i, 'correct'],
  [/'/, '’', /^site\/|^mail: /],
];

test.each([
  ['ar', ARABIC],
  ['en', ENGLISH],
] as const)('words that were given up do not come back (%s)', (locale, rules) => {
  const found = rules.flatMap(([word, instead, but]) =>
    Object.entries(TEXTS[locale])
      .filter(([id, text]) => word.test(withoutArguments(text)) && !but?.test(id))
      .map(([id, text]) => `${id} says "${word.exec(withoutArguments(text))?.[0] ?? ''}", and not ${instead}: ${text}`),
  );
  expect(found).toEqual([]);
});

test('an exception stands only for a text that needs it', () => {
  for (const [locale, rules] of [
    ['ar', ARABIC],
    ['en', ENGLISH],
  ] as const)
    for (const [word, , but] of rules)
      if (but) {
        const needed = Object.entries(TEXTS[locale]).filter(
          ([id, text]) => but.test(id) && word.test(withoutArguments(text)),
        );
        expect(needed, `${locale} ${word.source}`).not.toEqual([]);
      }
});

test('the site, the mails and the guide are read too', () => {
  expect(TEXTS.ar).toMatchObject({ 'site/ar/contact.json.title': 'اتصل بنا', 'site/site.json.name.ar': 'الأكاديمية' });
  expect(TEXTS.en).toHaveProperty(['mail: If you did not sign up, please ignore this e-mail.']);
  expect(TEXTS.ar).toHaveProperty(['mail: مرحبًا {name}،']);
  expect(TEXTS.en).toHaveProperty(['docs/guide/en/managers.md: ## My account']);
});

/** The text without names of arguments, such as {email} and {users}. */
function withoutArguments(text: string): string {
  return text.replace(/\{\w+(?=[,}])/g, '{');
}

test('Latin words in an Arabic sentence are isolated', () => {
  // The site's and the guide's are not: people edit them, and such marks cannot be seen.
  const ours = Object.entries(TEXTS.ar).filter(([id]) => !/^(?:site|docs)\//.test(id));
  const bare = ours.filter(([, text]) => {
    // What stands in an isolate, in the tag that renders one, or is the syntax of a message.
    const said = withoutArguments(text)
      .replace(/\u2068[^\u2069]*\u2069|<code>.*?<\/code>|<\/?\w+>|\{(?:, )?(?:plural|select|number|date)\b/g, '')
      .replace(/\b(?:zero|one|two|few|many|other)(?= \{)/g, '');
    return /\p{Script=Arabic}/u.test(said) && /\p{Script=Latin}/u.test(said);
  });
  expect(bare.map(([id, text]) => `${id}: ${text}`)).toEqual([]);
});

/** Every plural of a message, with its options' texts; `#` stands for the number. */
function pluralsOf(text: string): { argument: string; options: Record<string, string> }[] {
  const said = (elements: MessageFormatElement[]): string =>
    elements.map((one) => (one.type === TYPE.pound ? '#' : 'value' in one ? one.value : '')).join('');
  const walk = (elements: MessageFormatElement[]): ReturnType<typeof pluralsOf> =>
    elements.flatMap((one) => {
      if (one.type === TYPE.tag) return walk(one.children);
      if (one.type !== TYPE.plural && one.type !== TYPE.select) return [];
      const within = Object.values(one.options).flatMap(({ value }) => walk(value));
      if (one.type === TYPE.select) return within;
      const options = Object.entries(one.options).map(([name, { value }]) => [name, said(value)] as const);
      return [{ argument: one.value, options: Object.fromEntries(options) }, ...within];
    });
  return walk(parse(text));
}

const PLURALS = Object.entries(ar as Texts).flatMap(([id, text]) =>
  pluralsOf(text).map((plural) => ({ id, ...plural })),
);

test('every Arabic plural says what it says of none, where there can be none', () => {
  // Terms and limits are never 0; these figures are left out at 0, and the last begins at a thousand.
  const positive = ({ id, argument }: { id: string; argument: string }) =>
    argument === 'days' || argument === 'minimum' || id.startsWith('courses.delete.') || id === 'users.count.atLeast';
  const silent = PLURALS.filter(({ options }) => !('zero' in options) && !('=0' in options));
  expect(silent.filter((plural) => !positive(plural)).map(({ id }) => id)).toEqual([]);
});

test('one and two are words in Arabic, and larger numbers are digits', () => {
  const digits = PLURALS.filter(({ options }) => /#/.test(`${options['one'] ?? ''}${options['two'] ?? ''}`));
  expect(digits.map(({ id }) => id)).toEqual([]);
  const mute = PLURALS.filter(({ options }) => ['few', 'many', 'other'].some((name) => !options[name]?.includes('#')));
  // Its title says how many they are.
  expect(mute.map(({ id }) => id)).toEqual(['users.remove.text']);
});

test('what English counts in its forms, Arabic counts in its own', () => {
  const counted = (text: string) => pluralsOf(text).map(({ argument }) => argument);
  const avoided = Object.entries(en as Texts).filter(([id, text]) =>
    counted(text).some((argument) => !counted((ar as Texts)[id] ?? '').includes(argument)),
  );
  expect(avoided.map(([id]) => id)).toEqual([]);
});
