import type { MessageDescriptor } from 'react-intl';
import { defineMessages } from './define-messages';

/** What the academy's e-mails are called, by the server's `kind`. */
export const mailKinds: Partial<Record<string, MessageDescriptor>> = defineMessages({
  activation: { id: 'mails.kind.activation', defaultMessage: 'Activation link' },
  recovery: { id: 'mails.kind.recovery', defaultMessage: 'Recovery code' },
  password_changed: { id: 'mails.kind.password', defaultMessage: 'Notice of a changed password' },
  email_changed: { id: 'mails.kind.email', defaultMessage: 'Notice of a changed e-mail address' },
  role_changed: { id: 'mails.kind.role', defaultMessage: 'Notice of a changed role' },
  factors_changed: { id: 'mails.kind.factors', defaultMessage: 'Notice of changed two-step verification' },
  test: { id: 'mails.kind.test', defaultMessage: 'Test e-mail' },
  contact: { id: 'mails.kind.contact', defaultMessage: 'Message from a visitor' },
  unlock: { id: 'mails.kind.unlock', defaultMessage: 'Link to sign in during a pause' },
});
