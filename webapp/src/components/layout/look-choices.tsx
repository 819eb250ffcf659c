import { useIntl } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import {
  CALENDARS,
  changeTheme,
  DIGITS,
  MENU_MODES,
  OPACITIES,
  PRESETS,
  PRIMARIES,
  SCALES,
  SCHEMES,
  SURFACES,
  theme,
  type MenuMode,
} from '@/lib/preferences';
import { useStore } from '@/lib/store';
import { SegmentChoice, SwatchChoice } from './choices';

const messages = defineMessages({
  primary: { id: 'settings.primary', defaultMessage: 'Primary colour' },
  surface: { id: 'settings.surface', defaultMessage: 'Surface colour' },
  preset: { id: 'settings.preset', defaultMessage: 'Preset' },
  scheme: { id: 'settings.scheme', defaultMessage: 'Colour scheme' },
  aura: { id: 'settings.aura', defaultMessage: 'Aura' },
  lara: { id: 'settings.lara', defaultMessage: 'Lara' },
  light: { id: 'settings.light', defaultMessage: 'Light' },
  dark: { id: 'settings.dark', defaultMessage: 'Dark' },
  menuMode: { id: 'settings.menuMode', defaultMessage: 'Menu type' },
  menuTheme: { id: 'settings.menuTheme', defaultMessage: 'Menu theme' },
  menuThemeFollows: {
    id: 'settings.menuTheme.follows',
    defaultMessage: 'The horizontal menu always uses the page’s colours.',
  },
  scale: { id: 'settings.scale', defaultMessage: 'Text size' },
  opacity: { id: 'settings.opacity', defaultMessage: 'Panel opacity' },
  calendar: { id: 'settings.calendar', defaultMessage: 'Calendar' },
  digits: { id: 'settings.digits', defaultMessage: 'Digits' },
});

const modes = defineMessages({
  static: { id: 'settings.menuMode.static', defaultMessage: 'Static' },
  overlay: { id: 'settings.menuMode.overlay', defaultMessage: 'Overlay' },
  slim: { id: 'settings.menuMode.slim', defaultMessage: 'Slim' },
  'slim-plus': { id: 'settings.menuMode.slimPlus', defaultMessage: 'Slim plus' },
  reveal: { id: 'settings.menuMode.reveal', defaultMessage: 'Reveal' },
  drawer: { id: 'settings.menuMode.drawer', defaultMessage: 'Drawer' },
  horizontal: { id: 'settings.menuMode.horizontal', defaultMessage: 'Horizontal' },
});

const calendars = defineMessages({
  gregory: { id: 'settings.calendar.gregory', defaultMessage: 'Gregorian' },
  'islamic-umalqura': { id: 'settings.calendar.umalqura', defaultMessage: 'Umm al-Qura' },
});

/** Colours, preset and scheme. */
export function ColourChoices() {
  const intl = useIntl();
  const { primary, surface, preset, scheme } = useStore(theme);
  return (
    <>
      <SwatchChoice
        label={intl.formatMessage(messages.primary)}
        names={PRIMARIES}
        value={primary}
        onChange={(value) => changeTheme({ primary: value })}
      />
      <SwatchChoice
        label={intl.formatMessage(messages.surface)}
        names={SURFACES}
        value={surface ?? (scheme === 'dark' ? 'zinc' : 'slate')}
        onChange={(value) => changeTheme({ surface: value })}
      />
      <SegmentChoice
        label={intl.formatMessage(messages.preset)}
        options={PRESETS.map((value) => [value, intl.formatMessage(messages[value])])}
        value={preset}
        onChange={(value) => changeTheme({ preset: value })}
      />
      <SegmentChoice
        label={intl.formatMessage(messages.scheme)}
        options={SCHEMES.map((value) => [value, intl.formatMessage(messages[value])])}
        value={scheme}
        onChange={(value) => changeTheme({ scheme: value })}
      />
    </>
  );
}

/** The menu's mode and scheme; `own` is the area's default mode. */
export function MenuChoices({ own }: { own: MenuMode }) {
  const intl = useIntl();
  const { menuMode, menuTheme, scheme } = useStore(theme);
  const mode = menuMode ?? own;
  // A bar in the page's header has the page's scheme, so that they match.
  const bound = mode === 'horizontal';
  return (
    <>
      <SegmentChoice
        label={intl.formatMessage(messages.menuMode)}
        options={MENU_MODES.map((value) => [value, intl.formatMessage(modes[value])])}
        value={mode}
        onChange={(value) => changeTheme({ menuMode: value })}
      />
      <SegmentChoice
        label={intl.formatMessage(messages.menuTheme)}
        options={SCHEMES.map((value) => [value, intl.formatMessage(messages[value])])}
        value={bound ? scheme : (menuTheme ?? scheme)}
        isDisabled={(value) => bound && value !== scheme}
        hint={bound ? intl.formatMessage(messages.menuThemeFollows) : undefined}
        onChange={(value) => changeTheme({ menuTheme: value })}
      />
    </>
  );
}

/** Text size, panel opacity, and the format of dates and numbers. */
export function ReadingChoices() {
  const intl = useIntl();
  const { scale, opacity, calendar, digits } = useStore(theme);
  const percent = (value: string) => intl.formatNumber(Number(value) / 100, { style: 'percent' });
  const sample = (system: string) => new Intl.NumberFormat(`${intl.locale.split('-')[0]}-u-nu-${system}`).format(123);
  return (
    <>
      <SegmentChoice
        label={intl.formatMessage(messages.scale)}
        options={SCALES.map((value) => [value, intl.formatNumber(Number(value))])}
        value={scale}
        onChange={(value) => changeTheme({ scale: value })}
      />
      <SegmentChoice
        label={intl.formatMessage(messages.opacity)}
        options={OPACITIES.map((value) => [value, percent(value)])}
        value={opacity}
        onChange={(value) => changeTheme({ opacity: value })}
      />
      <SegmentChoice
        label={intl.formatMessage(messages.calendar)}
        options={CALENDARS.map((value) => [value, intl.formatMessage(calendars[value])])}
        value={calendar}
        onChange={(value) => changeTheme({ calendar: value })}
      />
      <SegmentChoice
        label={intl.formatMessage(messages.digits)}
        options={DIGITS.map((value) => [value, sample(value)])}
        value={digits}
        onChange={(value) => changeTheme({ digits: value })}
      />
    </>
  );
}
