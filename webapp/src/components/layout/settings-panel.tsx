import { Radio, RadioGroup } from 'react-aria-components/RadioGroup';
import { Label } from 'react-aria-components/Label';
import { useIntl } from 'react-intl';
import { Drawer } from '@/components/ui/drawer';
import { defineMessages } from '@/i18n/define-messages';
import { changeTheme, PRESETS, PRIMARIES, SURFACES, theme } from '@/lib/preferences';
import { useStore } from '@/lib/store';
import { paletteMessages, swatchOf } from './palette-names';

const messages = defineMessages({
  title: { id: 'settings.title', defaultMessage: 'Settings' },
  primary: { id: 'settings.primary', defaultMessage: 'Primary colour' },
  surface: { id: 'settings.surface', defaultMessage: 'Surface colour' },
  preset: { id: 'settings.preset', defaultMessage: 'Preset' },
  scheme: { id: 'settings.scheme', defaultMessage: 'Colour scheme' },
  aura: { id: 'settings.aura', defaultMessage: 'Aura' },
  lara: { id: 'settings.lara', defaultMessage: 'Lara' },
  light: { id: 'settings.light', defaultMessage: 'Light' },
  dark: { id: 'settings.dark', defaultMessage: 'Dark' },
});

/** The look of the app, chosen for this browser (section 2 of the specification). */
export function SettingsPanel({ isOpen, onOpenChange }: { isOpen: boolean; onOpenChange: (open: boolean) => void }) {
  const intl = useIntl();
  const { primary, surface, preset, scheme } = useStore(theme);
  const own = scheme === 'dark' ? 'zinc' : 'slate';
  return (
    <Drawer side="end" title={intl.formatMessage(messages.title)} isOpen={isOpen} onOpenChange={onOpenChange}>
      <Swatches
        label={intl.formatMessage(messages.primary)}
        names={PRIMARIES}
        value={primary}
        onChange={(value) => changeTheme({ primary: value })}
      />
      <Swatches
        label={intl.formatMessage(messages.surface)}
        names={SURFACES}
        value={surface ?? own}
        onChange={(value) => changeTheme({ surface: value })}
      />
      <Choice
        label={intl.formatMessage(messages.preset)}
        options={PRESETS.map((value) => [value, intl.formatMessage(messages[value])])}
        value={preset}
        onChange={(value) => changeTheme({ preset: value })}
      />
      <Choice
        label={intl.formatMessage(messages.scheme)}
        options={(['light', 'dark'] as const).map((value) => [value, intl.formatMessage(messages[value])])}
        value={scheme}
        onChange={(value) => changeTheme({ scheme: value })}
      />
    </Drawer>
  );
}

interface GroupProps<Value extends string> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
}

const groupClass = 'flex flex-col gap-2';

type Palette = keyof typeof paletteMessages;

function Swatches<Value extends Palette>({
  label,
  names,
  value,
  onChange,
}: GroupProps<Value> & { names: readonly Value[] }) {
  const intl = useIntl();
  return (
    <RadioGroup
      value={value}
      onChange={(next) => onChange(next as Value)}
      orientation="horizontal"
      className={groupClass}
    >
      <Label className="text-sm font-semibold">{label}</Label>
      <div className="flex flex-wrap gap-2">
        {names.map((name) => (
          <Radio
            key={name}
            value={name}
            aria-label={intl.formatMessage(paletteMessages[name as Palette])}
            style={{ backgroundColor: swatchOf(name) }}
            className="relative size-7 cursor-pointer rounded-full border border-line outline-offset-2 outline-ink data-[selected]:outline-2 data-[focus-visible]:outline-3"
          />
        ))}
      </div>
    </RadioGroup>
  );
}

function Choice<Value extends string>({
  label,
  options,
  value,
  onChange,
}: GroupProps<Value> & { options: readonly (readonly [Value, string])[] }) {
  return (
    <RadioGroup
      value={value}
      onChange={(next) => onChange(next as Value)}
      orientation="horizontal"
      className={groupClass}
    >
      <Label className="text-sm font-semibold">{label}</Label>
      <div className="flex rounded-base border border-line bg-sunken p-1">
        {options.map(([option, name]) => (
          <Radio
            key={option}
            value={option}
            className="relative flex-1 cursor-pointer rounded-base px-3 py-1.5 text-center text-sm font-semibold text-muted data-[selected]:bg-card data-[selected]:text-ink data-[selected]:shadow-soft"
          >
            {name}
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}
