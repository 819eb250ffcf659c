// What the web app stores in a browser is named in the privacy policy that the academy ships, in both languages.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = join(import.meta.dirname, '..');

/** What each of these files stores, as the policy calls it; empty for what only managers' browsers have. */
const STORED: Record<string, readonly [en: string, ar: string]> = {
  'app/wanted-page.ts': ['The page that you wanted to open', 'الصفحة التي أردت فتحها'],
  'boot/boot.ts': ['your language', 'لغتك'],
  'components/ui/column-choice.tsx': ['display settings', 'خيارات العرض'],
  'features/courses/upload-memory.ts': ['', ''],
  'features/dashboard/first-steps-dismissed.ts': ['', ''],
  'features/learner-auth/recovery-memory.ts': [
    'your e-mail address and the step that you have reached: valid for ten minutes',
    'بريدك الإلكتروني والخطوة التي بلغتها، وهي صالحة عشر دقائق',
  ],
  'features/watch/autoplay.ts': ['display settings', 'خيارات العرض'],
  'features/watch/components/lesson-player.tsx': ['you chose in the player', 'اخترته في مشغّل الفيديو'],
  'features/watch/progress-queue.ts': ['What you watch without a connection', 'ما تشاهده دون اتصال'],
  'lib/activity.ts': ['the time of your last activity', 'وقت آخر نشاط لك'],
  'lib/draft-storage.ts': ['Drafts of what you type', 'مسودات ما تكتبه'],
  'lib/next-memory.ts': [
    'if you signed up for it or your sign-in was paused, until you sign in',
    'إن أنشأت حسابك من أجلها أو أُوقف تسجيل دخولك مؤقتًا',
  ],
  'lib/page-view.ts': ['We count how often each page is shown', 'نعدّ مرات عرض كل صفحة'],
  'lib/preferences.ts': ['your language, your display settings', 'لغتك وخيارات العرض'],
  'lib/session.ts': ['your sign-in, with your name', 'تسجيل دخولك مع اسمك'],
};

const WRITES = /\bstorageSet\(|Storage\.setItem\(|\bopenDB<|\bstorage="|sendBeacon|document\.cookie|indexedDB\.open/;

test('every file that stores something in the browser is known here', () => {
  const found = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      /\.tsx?$/.test(file) &&
      !/\.test\.|^testing\//.test(file) &&
      WRITES.test(readFileSync(join(SOURCES, file), 'utf8')),
  );
  expect(found.sort()).toEqual(Object.keys(STORED).sort());
});

test.each([
  ['en', 'In your browser', 0],
  ['ar', 'في متصفحك', 1],
] as const)('the privacy policy names all of it (%s)', (language, heading, column) => {
  const file = join(SOURCES, '../../site', language, 'privacy.json');
  const { sections } = JSON.parse(readFileSync(file, 'utf8')) as {
    sections: { heading: string; paragraphs: string[] }[];
  };
  const said = sections.find((section) => section.heading === heading)?.paragraphs.join('\n') ?? '';
  for (const names of Object.values(STORED)) expect(said).toContain(names[column]);
});
