import { Check, ChevronDown } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { ComboBox as AriaComboBox } from 'react-aria-components/ComboBox';
import { FieldError } from 'react-aria-components/FieldError';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { useIntl } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import { cx } from '@/lib/cx';
import { foldText } from '@/lib/fold-text';
import { inputClass, NO_PLACEHOLDER } from './text-field';

const messages = defineMessages({
  open: { id: 'combobox.open', defaultMessage: 'Show options' },
  none: { id: 'state.empty', defaultMessage: 'No data found.' },
  loading: { id: 'state.loading', defaultMessage: 'Loading data. Please wait.' },
});

/** Room for the button at the page's end, which is the start of a text of the other direction. */
const endClass = 'pe-12 rtl:ltr:ps-12 rtl:ltr:pe-3';

export interface ComboBoxOption {
  id: string;
  name: string;
  /** A second line: an e-mail address, a date. */
  detail?: string;
}

export interface ComboBoxProps {
  label: string;
  options: readonly ComboBoxOption[];
  /** The chosen option's id. */
  value: string | null;
  onChange: (id: string | null) => void;
  /** Called with what is typed, for callers that fetch matching options. Without it the options are filtered here. */
  onSearch?: (text: string) => void;
  loading?: boolean;
  error?: string;
  isRequired?: boolean;
  isDisabled?: boolean;
}

/** A choice of one of many, found by typing; compares letters as Arabic readers do. */
export function ComboBox({ label, options, value, onChange, onSearch, loading, error, ...rest }: ComboBoxProps) {
  const intl = useIntl();
  return (
    <AriaComboBox
      {...rest}
      value={value}
      onChange={(key) => onChange(key === null ? null : String(key))}
      onInputChange={onSearch}
      defaultFilter={(text, typed) => onSearch !== undefined || foldText(text).includes(foldText(typed))}
      defaultItems={onSearch ? undefined : options}
      items={onSearch ? options : undefined}
      allowsEmptyCollection
      menuTrigger="focus"
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      className="flex min-w-44 tight:min-w-0 flex-col gap-1.5"
    >
      <Label className="text-sm font-semibold">{label}</Label>
      <div className="relative">
        <Input dir="auto" placeholder={NO_PLACEHOLDER} className={cx(inputClass, endClass)} />
        <Button
          aria-label={intl.formatMessage(messages.open)}
          className="absolute inset-y-0 end-0 grid w-11 place-items-center text-muted"
        >
          <ChevronDown aria-hidden size={16} />
        </Button>
      </div>
      <FieldError className="text-sm font-medium text-danger">{error}</FieldError>
      <Popover className="fade-in card w-(--trigger-width) p-1.5 shadow-pop">
        <ListBox<ComboBoxOption>
          className="max-h-80 overflow-y-auto outline-none"
          renderEmptyState={() => (
            <p className="px-3 py-2 text-sm text-muted">
              {intl.formatMessage(loading ? messages.loading : messages.none)}
            </p>
          )}
        >
          {(option) => (
            <ListBoxItem
              id={option.id}
              textValue={option.name}
              className="group flex cursor-pointer items-center justify-between gap-3 rounded-base px-3 py-2 text-sm outline-none data-[focused]:bg-sunken data-[selected]:font-semibold"
            >
              <span className="min-w-0">
                <bdi className="block">{option.name}</bdi>
                {option.detail && <bdi className="block text-xs font-normal text-muted">{option.detail}</bdi>}
              </span>
              <Check aria-hidden size={16} className="invisible shrink-0 group-data-[selected]:visible" />
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaComboBox>
  );
}
