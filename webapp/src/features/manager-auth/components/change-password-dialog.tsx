import { useState, type FormEvent } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { PasswordField } from '@/components/ui/password-field';
import { useSuccessToast } from '@/components/ui/use-success-toast';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import { isApiError } from '@/lib/api-error';
import { passwordLength } from '@/lib/password';
import { passwordMinimum } from '@/lib/site-settings';
import { useStore } from '@/lib/store';
import { useUpdateManagerPassword } from '../api/update-password';

const messages = defineMessages({
  title: { id: 'changePassword.title', defaultMessage: 'Change Password' },
  done: { id: 'changePassword.done', defaultMessage: 'Password Changed' },
});

/** The dialog closes before the toast comes (section 9). */
const TOAST_DELAY_MS = 500;

export function ChangePasswordDialog({
  isOpen,
  onOpenChange,
}: {
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const intl = useIntl();
  return (
    <Dialog title={intl.formatMessage(messages.title)} isOpen={isOpen} onOpenChange={onOpenChange}>
      <ChangePasswordForm onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

/** The same on a page, where it is empty again once it is done. */
export function ChangePasswordCard() {
  const intl = useIntl();
  const [times, setTimes] = useState(0);
  return (
    <section aria-labelledby="change-password" className="card p-6">
      <h2 id="change-password" className="mb-4 text-lg font-bold">
        {intl.formatMessage(messages.title)}
      </h2>
      <ChangePasswordForm key={times} oneOfSeveral onDone={() => setTimes(times + 1)} />
    </section>
  );
}

function ChangePasswordForm({
  onDone,
  oneOfSeveral = false,
}: {
  onDone: () => void;
  /** The page has other forms: this one's button is its main one once something is typed here. */
  oneOfSeveral?: boolean;
}) {
  const intl = useIntl();
  const minimum = useStore(passwordMinimum);
  const showSuccess = useSuccessToast();
  const describe = useDescribeError();
  const [password, setPassword] = useState('');
  const [newPassword, setNewPassword] = useState('');
  const [tooShort, setTooShort] = useState(false);
  const update = useUpdateManagerPassword();
  // The server names a field; here there is one place for all.
  const refused = isApiError(update.error) ? (update.error.fields[0] ?? update.error) : update.error;
  const problem = tooShort ? { code: 'password_too_short' } : refused;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Both are needed; nothing happens while one is empty (section 5).
    if (!password || !newPassword) return;
    setTooShort(passwordLength(newPassword) < minimum);
    if (passwordLength(newPassword) < minimum) return;
    update.mutate(
      { password, newPassword },
      {
        onSuccess: () => {
          onDone();
          window.setTimeout(() => showSuccess(messages.done), TOAST_DELAY_MS);
        },
      },
    );
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <PasswordField
        name="password"
        isRequired
        autoComplete="current-password"
        label={intl.formatMessage(common.currentPassword)}
        value={password}
        onChange={setPassword}
      />
      <PasswordField
        name="newPassword"
        isRequired
        autoComplete="new-password"
        feedback
        label={intl.formatMessage(common.newPassword)}
        hint={intl.formatMessage(common.passwordRule, { minimum })}
        value={newPassword}
        onChange={setNewPassword}
      />
      {problem && (
        <p role="alert" className="text-sm font-medium text-danger">
          {prefixed(describe(problem))}
        </p>
      )}
      <Button
        type="submit"
        variant={oneOfSeveral && !password && !newPassword ? 'secondary' : 'primary'}
        loading={update.isPending}
        className="self-end"
      >
        {intl.formatMessage(common.save)}
      </Button>
    </form>
  );
}

/** A refused change is marked with an asterisk (section 4). */
const prefixed = (text: string) => `* ${text}`;
