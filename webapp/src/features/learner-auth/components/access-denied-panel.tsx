import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { useLocation, useNavigate } from 'react-router';
import { AuthCard } from '@/components/forms/auth-card';
import { DeviceName } from '@/components/ui/device-name';
import { LinkButton } from '@/components/ui/link-button';
import { Moment } from '@/components/ui/moment';
import { Notice } from '@/components/ui/notice';
import { defineMessages } from '@/i18n/define-messages';
import { readDevice } from '@/lib/device';
import { nextIn, withNext } from '@/lib/next-page';
import { paths } from '@/lib/paths';
import { learnerSession, type Takeover } from '@/lib/session';
import { useStore } from '@/lib/store';
import { loadTakeover } from '../api/takeover';

const messages = defineMessages({
  title: { id: 'accessDenied.title', defaultMessage: 'Access denied' },
  text: {
    id: 'accessDenied.text',
    defaultMessage:
      'Your account was signed in from another device or browser, You are not authorized to access this resource.',
  },
  computer: { id: 'accessDenied.from.computer', defaultMessage: 'Signed in {at} on a computer: {device}.' },
  phone: { id: 'accessDenied.from.phone', defaultMessage: 'Signed in {at} on a phone: {device}.' },
  tablet: { id: 'accessDenied.from.tablet', defaultMessage: 'Signed in {at} on a tablet: {device}.' },
  unknown: { id: 'accessDenied.from.unknown', defaultMessage: 'Signed in {at} on an unknown device.' },
  advice: {
    id: 'accessDenied.advice',
    defaultMessage:
      'If this was you, continue on that device or sign in again here. If it was not, sign in and change your password.',
  },
  login: { id: 'accessDenied.login', defaultMessage: 'Sign in again' },
});

export function AccessDeniedPanel() {
  const intl = useIntl();
  const takeover = useStore(learnerSession.takeover);
  const navigate = useNavigate();
  const next = nextIn('client', useLocation().search);
  useEffect(() => void loadTakeover(), []);
  // The other sign-in may have been in another tab of this browser: then nothing is denied here.
  const here = useStore(learnerSession.state) !== null;
  useEffect(() => {
    if (here) void navigate(next ?? paths.client.home, { replace: true });
  }, [here, navigate, next]);
  return (
    <AuthCard title={intl.formatMessage(messages.title)}>
      <Notice severity="error">
        <p>{intl.formatMessage(messages.text)}</p>
        {takeover && <OtherSignIn takeover={takeover} />}
      </Notice>
      <p className="text-sm text-muted">{intl.formatMessage(messages.advice)}</p>
      <LinkButton to={withNext(paths.client.login, next)} size="large">
        {intl.formatMessage(messages.login)}
      </LinkButton>
    </AuthCard>
  );
}

function OtherSignIn({ takeover: { signedInAt, device } }: { takeover: Takeover }) {
  const intl = useIntl();
  const { kind, browser, system } = readDevice(device);
  return (
    <p className="mt-2">
      {intl.formatMessage(messages[browser || system ? kind : 'unknown'], {
        at: <Moment key="at" value={signedInAt} />,
        device: <DeviceName key="device" userAgent={device} />,
      })}
    </p>
  );
}
