import { Label } from 'react-aria-components/Label';
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup';
import { useIntl } from 'react-intl';
import { paletteMessages, swatchOf } from './palette-names';

interface GroupProps<Value extends string> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
}

const groupClass = 'flex flex-col gap-2';

type Palette = keyof typeof paletteMessages;

/** A choice of one of several colours. */
export function SwatchChoice<Value extends Palette>({
  label,
  names,
  value,
  onChange,
}: GroupProps<Value> & { names: readonly Value[] }) {
  const intl = useIntl();
  const nameOf = (name: Palette) => intl.formatMessage(paletteMessages[name]);
  return (
    <RadioGroup
      value={value}
      onChange={(next) => onChange(next as Value)}
      orientation="horizontal"
      className={groupClass}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <Label className="text-sm font-semibold">{label}</Label>
        {/* For eyes that do not tell the greys apart; the radio itself has the name. */}
        <span aria-hidden="true" className="text-xs whitespace-nowrap text-muted">
          {nameOf(value)}
        </span>
      </div>
      <div className="flex flex-wrap gap-2">
        {names.map((name) => (
          <Radio
            key={name}
            value={name}
            aria-label={nameOf(name)}
            style={{ backgroundColor: swatchOf(name) }}
            className="relative size-7 touch:size-tap cursor-pointer rounded-full border border-line outline-offset-2 outline-ink data-[selected]:outline-2 data-[focus-visible]:outline-3"
          />
        ))}
      </div>
    </RadioGroup>
  );
}

/** A choice of one of a few words side by side. */
export function SegmentChoice<Value extends string>({
  label,
  options,
  value,
  onChange,
  isDisabled,
  hint,
}: GroupProps<Value> & {
  options: readonly (readonly [Value, string])[];
  /** Whether an option cannot be chosen now. */
  isDisabled?: (value: Value) => boolean;
  hint?: string;
}) {
  return (
    <RadioGroup
      value={value}
      onChange={(next) => onChange(next as Value)}
      orientation="horizontal"
      className={groupClass}
    >
      <Label className="text-sm font-semibold">{label}</Label>
      <div className="flex flex-wrap gap-1 rounded-base border border-line bg-sunken p-1">
        {options.map(([option, name]) => (
          <Radio
            key={option}
            value={option}
            isDisabled={isDisabled?.(option)}
            className="relative flex-auto cursor-pointer rounded-base px-3 py-1.5 text-center text-sm touch:min-w-tap touch:py-3 font-semibold text-muted data-[disabled]:cursor-default data-[disabled]:opacity-60 data-[focus-visible]:outline-2 data-[focus-visible]:outline-action data-[selected]:bg-card data-[selected]:text-ink data-[selected]:shadow-soft"
          >
            {name}
          </Radio>
        ))}
      </div>
      {hint && <p className="text-xs text-muted">{hint}</p>}
    </RadioGroup>
  );
}
