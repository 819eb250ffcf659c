import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { useIntl } from 'react-intl';
import { FormPasswordField, FormTextField } from '@/components/ui/form-fields';
import type { TextFieldProps } from '@/components/ui/text-field';
import { common } from '@/i18n/common-messages';

const FIELDS = {
  fullname: { label: common.fullname, autoComplete: 'name', isRequired: true },
  email: { label: common.email, type: 'email', autoComplete: 'username', isRequired: true },
  phonenumber: { label: common.phone, type: 'tel', autoComplete: 'tel' },
  address: { label: common.address, autoComplete: 'street-address' },
} as const;

interface Bound<Values extends FieldValues> {
  control: Control<Values>;
}

/** One of the fields that describe a person. */
export function PersonField<Values extends FieldValues>({
  control,
  name,
  autoComplete,
}: Bound<Values> & { name: FieldPath<Values> & keyof typeof FIELDS } & Pick<TextFieldProps, 'autoComplete'>) {
  const intl = useIntl();
  const { label, ...field } = FIELDS[name];
  return (
    <FormTextField
      control={control}
      name={name}
      {...field}
      {...(autoComplete && { autoComplete })}
      label={intl.formatMessage(label)}
    />
  );
}

/** A new password and its repetition, whose name is `confirm`. */
export function NewPasswordFields<Values extends FieldValues>({
  control,
  name,
  isRequired = true,
  hint,
  autoFocus,
}: Bound<Values> & { name: FieldPath<Values> } & Pick<TextFieldProps, 'isRequired' | 'hint' | 'autoFocus'>) {
  const intl = useIntl();
  return (
    <>
      <FormPasswordField
        control={control}
        name={name}
        feedback
        autoComplete="new-password"
        autoFocus={autoFocus}
        isRequired={isRequired}
        label={intl.formatMessage(common.newPassword)}
        hint={hint}
      />
      <FormPasswordField
        control={control}
        name={'confirm' as FieldPath<Values>}
        autoComplete="new-password"
        isRequired={isRequired}
        label={intl.formatMessage(common.confirmPassword)}
      />
    </>
  );
}
