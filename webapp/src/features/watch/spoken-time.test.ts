import { waitFor } from '@testing-library/react';
import { createIntl } from 'react-intl';
import { formatSpokenTime } from '@/lib/duration';
import { speakTime, type Place } from './spoken-time';

const ar = createIntl({ locale: 'ar-u-nu-latn', messages: {} });
const say = ({ at, of }: Place) => `${formatSpokenTime(ar, at)} من ${formatSpokenTime(ar, of)}`;

test('the bar says where the lesson is in the page’s language, whatever the player writes there', async () => {
  const host = document.createElement('div');
  const place = { at: 0, of: Number.NaN };
  const spoken = speakTime(host, () => place, say);
  const bar = document.createElement('div');
  bar.setAttribute('data-media-time-slider', '');
  bar.setAttribute('aria-valuetext', '0 sec out of 0 sec');
  host.append(bar);
  place.of = 3725;
  spoken.update();
  expect(bar).toHaveAttribute('aria-valuetext', '0 ثانية من ساعة، ودقيقتان، و5 ثوان');
  place.at = 65;
  spoken.update();
  expect(bar.getAttribute('aria-valuetext')).toMatch(/^دقيقة و5 ثوان من/);
  expect(bar).toHaveAttribute('aria-valuenow', '2');
  bar.setAttribute('aria-valuetext', '1 min 5 sec out of 1 hour');
  await waitFor(() => expect(bar.getAttribute('aria-valuetext')).toContain('من'));
  spoken.stop();
});
