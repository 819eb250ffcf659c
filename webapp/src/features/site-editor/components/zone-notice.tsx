import { useIntl } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import { academyZone } from '@/lib/site-settings';
import { useStore } from '@/lib/store';

const messages = defineMessages({
  text: {
    id: 'site.zone.text',
    defaultMessage:
      'The days of assignments begin and end in the time zone {zone}, where it is {time} now. If that is not yours, start the academy with {flag} and your zone, such as {example}.',
  },
});

/** The academy's time zone, which every process of it must know from its start. */
export function ZoneNotice() {
  const intl = useIntl();
  const zone = useStore(academyZone);
  const code = (text: string) => (
    <bdi key={text} dir="ltr" className="font-mono text-sm whitespace-nowrap">
      {text}
    </bdi>
  );
  return (
    <p className="text-sm text-muted">
      {intl.formatMessage(messages.text, {
        zone: code(zone),
        time: intl.formatTime(new Date(), { timeZone: zone }),
        flag: code('--timezone'),
        example: code('Africa/Cairo'),
      })}
    </p>
  );
}
