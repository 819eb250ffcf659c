import type { HTMLInputAutoCompleteAttribute, ReactNode, Ref } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { TextArea } from 'react-aria-components/TextArea';
import { TextField as AriaTextField } from 'react-aria-components/TextField';
import { cx } from '@/lib/cx';

export const inputClass =
  'w-full rounded-base border border-line-strong bg-card px-3 py-1.5 text-ink text-ellipsis min-h-tap transition duration-200 placeholder:text-muted hover:border-accent read-only:bg-sunken disabled:opacity-60 data-[invalid]:border-danger';

/**
 * For fields without one: a field with `dir="auto"` is left to right while it is empty; while its placeholder is shown it
 * has the page's direction (styles/index.css).
 */
export const NO_PLACEHOLDER = ' ';

export interface TextFieldProps {
  label: string;
  name?: string;
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  error?: string;
  hint?: ReactNode;
  type?: 'text' | 'email' | 'tel' | 'date' | 'password' | 'search';
  autoComplete?: HTMLInputAutoCompleteAttribute;
  inputMode?: 'text' | 'numeric' | 'email' | 'tel';
  isRequired?: boolean;
  isDisabled?: boolean;
  isReadOnly?: boolean;
  /** E-mails, phones and codes stay left-to-right in both languages; other texts have the direction of what is typed. */
  ltr?: boolean;
  lang?: string;
  rows?: number;
  maxLength?: number;
  autoFocus?: boolean;
  inputRef?: Ref<HTMLInputElement>;
  /** Placed inside the input's end (show/hide of a password). */
  adornment?: ReactNode;
  /** Placed below the input, above the error. */
  below?: ReactNode;
}

export function TextField({
  label,
  error,
  hint,
  ltr,
  rows,
  inputRef,
  adornment,
  below,
  type = 'text',
  inputMode,
  isRequired,
  lang,
  ...field
}: TextFieldProps) {
  const dir = ltr || type === 'email' || type === 'tel' ? 'ltr' : 'auto';
  return (
    <AriaTextField
      {...field}
      type={type}
      inputMode={inputMode}
      isInvalid={Boolean(error)}
      isRequired={isRequired}
      validationBehavior="aria"
      className="flex flex-col gap-1.5"
    >
      <Label className="text-sm font-semibold">{label}</Label>
      {rows ? (
        <TextArea rows={rows} dir={dir} lang={lang} placeholder={NO_PLACEHOLDER} className={inputClass} />
      ) : (
        <div className="relative">
          <Input
            ref={inputRef}
            dir={dir}
            lang={lang}
            placeholder={NO_PLACEHOLDER}
            // The adornment is at the page's end, which in Arabic is where left-to-right input begins.
            className={cx(
              inputClass,
              dir === 'ltr' && 'rtl:text-end',
              Boolean(adornment) && (dir === 'ltr' ? 'pe-11 rtl:ps-11 rtl:pe-3' : 'pe-11'),
            )}
          />
          {adornment && <div className="absolute inset-y-0 end-0 flex items-center pe-1">{adornment}</div>}
        </div>
      )}
      {below}
      {hint && (
        <Text slot="description" className="text-sm text-muted">
          {hint}
        </Text>
      )}
      <FieldError className="text-sm font-medium text-danger">{error}</FieldError>
    </AriaTextField>
  );
}
