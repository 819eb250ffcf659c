import { Check, ChevronDown } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select';

/** One of a few named choices. */
export function Select<Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: Value;
  options: readonly (readonly [Value, string])[];
  onChange: (value: Value) => void;
}) {
  return (
    <AriaSelect
      value={value}
      onChange={(key) => onChange(key as Value)}
      className="flex min-w-44 tight:min-w-0 flex-col gap-1.5"
    >
      <Label className="text-sm font-semibold">{label}</Label>
      <Button className="flex min-h-tap w-full items-center justify-between gap-2 rounded-base border border-line-strong bg-card px-3 py-1.5 text-start text-ink transition duration-200 hover:border-accent">
        <SelectValue className="truncate">{({ selectedText }) => selectedText}</SelectValue>
        <ChevronDown aria-hidden size={16} className="shrink-0 text-muted" />
      </Button>
      <Popover className="fade-in card min-w-(--trigger-width) p-1.5 shadow-pop">
        <ListBox className="max-h-80 overflow-y-auto outline-none">
          {options.map(([id, name]) => (
            <ListBoxItem
              key={id}
              id={id}
              textValue={name}
              className="group flex cursor-pointer items-center justify-between gap-3 rounded-base px-3 py-2 text-sm touch:min-h-tap outline-none data-[focused]:bg-sunken data-[selected]:font-semibold"
            >
              {name}
              <Check aria-hidden size={16} className="invisible group-data-[selected]:visible" />
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
