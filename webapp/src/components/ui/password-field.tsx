import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import { IconButton } from './icon-button';
import { PasswordStrength } from './password-strength';
import { TextField, type TextFieldProps } from './text-field';

const messages = defineMessages({
  show: { id: 'password.show', defaultMessage: 'Show password' },
  hide: { id: 'password.hide', defaultMessage: 'Hide password' },
});

/** A password input with show/hide and, where a new password is chosen, the strength meter. */
export function PasswordField({
  feedback = false,
  ...props
}: Omit<TextFieldProps, 'type' | 'adornment' | 'below'> & { feedback?: boolean }) {
  const intl = useIntl();
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      ltr
      type={shown ? 'text' : 'password'}
      maxLength={128}
      adornment={
        <IconButton
          className="size-tap-inner"
          label={intl.formatMessage(shown ? messages.hide : messages.show)}
          onPress={() => setShown(!shown)}
        >
          {shown ? <EyeOff aria-hidden size={18} /> : <Eye aria-hidden size={18} />}
        </IconButton>
      }
      below={feedback ? <PasswordStrength password={props.value} /> : null}
    />
  );
}
