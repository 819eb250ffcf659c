import { createIntl } from 'react-intl';
import { intlLocale } from '@/i18n/locale';
import { formatClock, formatDuration, formatSpokenTime } from './duration';

const intl = { ar: createIntl({ locale: intlLocale('ar') }), en: createIntl({ locale: intlLocale('en') }) };

test.each([
  [0, '', ''],
  [30, '30 seconds', '30 ثانية'],
  [125, '2 minutes', 'دقيقتان'],
  [3600, '1 hour', 'ساعة'],
  [3900, '1 hour, 5 minutes', 'ساعة و5 دقائق'],
  [2 * 3600 + 60, '2 hours, 1 minute', 'ساعتان ودقيقة'],
  [11 * 3600 + 12 * 60, '11 hours, 12 minutes', '11 ساعة و12 دقيقة'],
])('%d s last "%s" and «%s»', (seconds, english, arabic) => {
  expect(formatDuration(intl.en, seconds)).toBe(english);
  expect(formatDuration(intl.ar, seconds)).toBe(arabic);
});

test('three units are joined by the language too', () => {
  expect(formatSpokenTime(intl.en, 3725)).toBe('1 hour, 2 minutes, 5 seconds');
  expect(formatSpokenTime(intl.ar, 3725)).toBe('ساعة، ودقيقتان، و5 ثوان');
});

test('a clock has the person’s digits', () => {
  const arabic = createIntl({ locale: intlLocale('ar', 'gregory', 'arab') });
  expect([0, 245.9, 3845, 360_000].map((seconds) => formatClock(intl.ar, seconds))).toEqual([
    '0:00',
    '4:05',
    '1:04:05',
    '100:00:00',
  ]);
  expect(formatClock(arabic, 245)).toBe('٤:٠٥');
  expect(formatClock(arabic, 3845)).toBe('١:٠٤:٠٥');
});
