import { Search, X } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Input } from 'react-aria-components/Input';
import { SearchField as AriaSearchField } from 'react-aria-components/SearchField';
import { useIntl } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import { inputClass } from './text-field';

const messages = defineMessages({ clear: { id: 'search.clear', defaultMessage: 'Clear the search' } });

/** A search input; Escape and its button clear it. */
export function SearchField({
  label,
  value,
  onChange,
  autoFocus,
}: {
  label: string;
  /** Omitted if a parent holds the text (the command palette). */
  value?: string;
  onChange?: (value: string) => void;
  autoFocus?: boolean;
}) {
  const intl = useIntl();
  return (
    <AriaSearchField
      aria-label={label}
      value={value}
      onChange={onChange}
      autoFocus={autoFocus}
      className="group min-w-52 tight:min-w-full flex-1"
    >
      <div className="relative">
        <Search aria-hidden size={18} className="pointer-events-none absolute inset-y-0 start-3 my-auto text-muted" />
        <Input
          dir="auto"
          placeholder={label}
          className={`${inputClass} ps-10 pe-10 placeholder-shown:pe-3 [&::-webkit-search-cancel-button]:hidden`}
        />
        <Button
          aria-label={intl.formatMessage(messages.clear)}
          className="absolute inset-y-0 end-0 grid w-tap place-items-center text-muted group-data-[empty]:hidden hover:text-ink"
        >
          <X aria-hidden size={16} />
        </Button>
      </div>
    </AriaSearchField>
  );
}
