import { useIntl } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import { cx } from '@/lib/cx';
import { passwordStrength, type Strength } from '@/lib/password';

const messages = defineMessages({
  none: { id: 'password.strength.none', defaultMessage: 'Choose a password' },
  weak: { id: 'password.strength.weak', defaultMessage: 'Too simple' },
  medium: { id: 'password.strength.medium', defaultMessage: 'Average complexity' },
  strong: { id: 'password.strength.strong', defaultMessage: 'Complex password' },
});

const STEPS: Record<Strength, number> = { none: 0, weak: 1, medium: 2, strong: 3 };
const COLOURS = ['bg-line', 'bg-danger', 'bg-warn', 'bg-success'];

export function PasswordStrength({ password }: { password: string }) {
  const intl = useIntl();
  const strength = passwordStrength(password);
  const step = STEPS[strength];
  return (
    <div className="flex items-center gap-3">
      <div aria-hidden="true" className="flex flex-1 gap-1">
        {[1, 2, 3].map((n) => (
          <span
            key={n}
            className={cx('h-1.5 flex-1 rounded-full transition duration-200', n <= step ? COLOURS[step] : 'bg-line')}
          />
        ))}
      </div>
      <span aria-live="polite" className="text-xs text-muted">
        {intl.formatMessage(messages[strength])}
      </span>
    </div>
  );
}
