import type { ComponentType } from 'react';
import { useIntl } from 'react-intl';
import { Dialog } from '@/components/ui/dialog';
import { TextLink } from '@/components/ui/text-link';
import { defineMessages } from '@/i18n/define-messages';
import { SignInForm, type SignInFormProps } from './sign-in-form';

const messages = defineMessages({
  title: { id: 'signInAgain.title', defaultMessage: 'Sign in again' },
  submit: { id: 'signInAgain.submit', defaultMessage: 'Sign in and continue' },
  leave: { id: 'signInAgain.leave', defaultMessage: 'Leave this page' },
});

/** A sign-in dialog over the page that was open when the session ended, so that nothing on it is lost. */
export function SignInAgainDialog({
  fullname,
  reason,
  exit,
  Form = SignInForm,
  ...form
}: Pick<SignInFormProps, 'action' | 'onSubmit' | 'onDone'> & {
  /** The page's owner. */
  fullname: string;
  /** Why the session ended. */
  reason: string;
  /** The address for people who do not sign in. */
  exit: string;
  /** The form, if it is not that of e-mail and password. */
  Form?: ComponentType<SignInFormProps>;
}) {
  const intl = useIntl();
  return (
    <Dialog alert isOpen onOpenChange={() => undefined} title={intl.formatMessage(messages.title)}>
      <p className="mb-1 font-semibold">
        <bdi>{fullname}</bdi>
      </p>
      <p className="mb-4 text-sm text-muted">{reason}</p>
      <Form {...form} label={intl.formatMessage(messages.submit)} />
      <p className="mt-4 text-center text-sm">
        <TextLink to={exit}>{intl.formatMessage(messages.leave)}</TextLink>
      </p>
    </Dialog>
  );
}
