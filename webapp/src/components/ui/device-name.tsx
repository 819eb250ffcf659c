import { useIntl, type IntlShape } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import { readDevice } from '@/lib/device';

const messages = defineMessages({
  both: { id: 'device.both', defaultMessage: '{browser} on {system}' },
  unknown: { id: 'device.unknown', defaultMessage: 'Unknown device' },
});

/** The same as a text, for the name of a button. */
export function deviceText(intl: IntlShape, userAgent: string): string {
  const { browser, system } = readDevice(userAgent);
  if (browser && system) return intl.formatMessage(messages.both, { browser, system });
  return browser ?? system ?? intl.formatMessage(messages.unknown);
}

/** The device that signed in, in plain words; the User-Agent is shown as a tooltip. */
export function DeviceName({ userAgent }: { userAgent: string }) {
  const intl = useIntl();
  const { browser, system } = readDevice(userAgent);
  const isolate = (text: string) => <bdi key={text}>{text}</bdi>;
  let text = intl.formatMessage(messages.unknown) as React.ReactNode;
  if (browser && system)
    text = intl.formatMessage(messages.both, { browser: isolate(browser), system: isolate(system) });
  else if (browser ?? system) text = isolate(browser ?? system ?? '');
  return <span title={userAgent || undefined}>{text}</span>;
}
