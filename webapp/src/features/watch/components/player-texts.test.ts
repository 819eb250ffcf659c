import { createIntl } from 'react-intl';
import { intlLocale } from '@/i18n/locale';
import ar from '@/i18n/messages/ar.json';
import { playerTexts } from './player-texts';

test('what the player announces is in the page’s language, lengths of time too', () => {
  const texts = playerTexts(createIntl({ locale: intlLocale('ar'), messages: ar })) as Record<
    string,
    string | undefined
  >;
  expect(texts['Pause']).toBe(ar['player.pause']);
  expect(texts[`${ar['player.forward']} 10 sec`]).toBe(`${ar['player.forward']} 10 ثوان`);
  expect(texts[`${ar['player.forward']} 1 min 10 sec`]).toBe(`${ar['player.forward']} دقيقة و10 ثوان`);
  expect(texts[`${ar['player.back']} 2 hour 1 min 5 sec`]).toBe(`${ar['player.back']} ساعتان، ودقيقة، و5 ثوان`);
  expect(texts['whatever else']).toBeUndefined();
});
