import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { useIntl } from 'react-intl';
import { describeError } from '@/i18n/error-messages';
import { PasswordField } from './password-field';
import { TextField, type TextFieldProps } from './text-field';

type Bound<Values extends FieldValues, Props> = Omit<
  Props,
  'value' | 'onChange' | 'onBlur' | 'error' | 'name' | 'inputRef'
> & {
  control: Control<Values>;
  name: FieldPath<Values>;
};

function useField<Values extends FieldValues>(control: Control<Values>, name: FieldPath<Values>) {
  const intl = useIntl();
  const { field, fieldState } = useController({ control, name });
  // Schemas give codes, and server errors are already translated texts; a text that is not a code is shown as it is.
  const error = fieldState.error?.message;
  const value: unknown = field.value;
  return {
    name: field.name,
    value: typeof value === 'string' ? value : '',
    onChange: field.onChange as (value: string) => void,
    onBlur: field.onBlur,
    inputRef: field.ref,
    error: error && describeError(intl, { code: error, message: error }),
  };
}

/** TextField bound to a react-hook-form field. */
export function FormTextField<Values extends FieldValues>({ control, name, ...props }: Bound<Values, TextFieldProps>) {
  return <TextField {...props} {...useField(control, name)} />;
}

/** PasswordField bound to a react-hook-form field. */
export function FormPasswordField<Values extends FieldValues>({
  control,
  name,
  ...props
}: Bound<Values, Omit<TextFieldProps, 'type' | 'adornment' | 'below'>> & { feedback?: boolean }) {
  return <PasswordField {...props} {...useField(control, name)} />;
}
