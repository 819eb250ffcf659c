import { createIntl } from 'react-intl';
import { intlLocale } from '@/i18n/locale';
import { formatCountdown } from './countdown';

const HOUR = 3_600_000;
const say = (locale: 'ar' | 'en', milliseconds: number) =>
  formatCountdown(createIntl({ locale: intlLocale(locale) }), milliseconds);

test.each([
  [(3 * 24 + 4) * HOUR + 5000, '3 days, 4 hours'],
  [3 * 24 * HOUR, '3 days'],
  [59 * 60_000 + 3000, '59 minutes, 3 seconds'],
  [7400, '8 seconds'],
  [0, '0 seconds'],
  [-5000, '0 seconds'],
])('%d ms are %s', (milliseconds, text) => {
  expect(say('en', milliseconds)).toBe(text);
});

test('Arabic has its own forms of two and of many', () => {
  expect(say('ar', 2 * 24 * HOUR)).toBe('يومان');
  expect(say('ar', 3 * 24 * HOUR + 11 * HOUR)).toBe('3 أيام و11 ساعة');
});
