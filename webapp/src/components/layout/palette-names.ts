import { defineMessages } from '@/i18n/define-messages';

export const paletteMessages = defineMessages({
  noir: { id: 'palette.noir', defaultMessage: 'Noir' },
  emerald: { id: 'palette.emerald', defaultMessage: 'Emerald' },
  green: { id: 'palette.green', defaultMessage: 'Green' },
  lime: { id: 'palette.lime', defaultMessage: 'Lime' },
  orange: { id: 'palette.orange', defaultMessage: 'Orange' },
  amber: { id: 'palette.amber', defaultMessage: 'Amber' },
  yellow: { id: 'palette.yellow', defaultMessage: 'Yellow' },
  teal: { id: 'palette.teal', defaultMessage: 'Teal' },
  cyan: { id: 'palette.cyan', defaultMessage: 'Cyan' },
  sky: { id: 'palette.sky', defaultMessage: 'Sky' },
  blue: { id: 'palette.blue', defaultMessage: 'Blue' },
  indigo: { id: 'palette.indigo', defaultMessage: 'Indigo' },
  violet: { id: 'palette.violet', defaultMessage: 'Violet' },
  purple: { id: 'palette.purple', defaultMessage: 'Purple' },
  fuchsia: { id: 'palette.fuchsia', defaultMessage: 'Fuchsia' },
  pink: { id: 'palette.pink', defaultMessage: 'Pink' },
  rose: { id: 'palette.rose', defaultMessage: 'Rose' },
  slate: { id: 'palette.slate', defaultMessage: 'Slate' },
  gray: { id: 'palette.gray', defaultMessage: 'Gray' },
  zinc: { id: 'palette.zinc', defaultMessage: 'Zinc' },
  neutral: { id: 'palette.neutral', defaultMessage: 'Neutral' },
  stone: { id: 'palette.stone', defaultMessage: 'Stone' },
  soho: { id: 'palette.soho', defaultMessage: 'Soho' },
  viva: { id: 'palette.viva', defaultMessage: 'Viva' },
  ocean: { id: 'palette.ocean', defaultMessage: 'Ocean' },
});

/** The middle of the palettes that are not Tailwind's; noir is the text's own colour. */
const OWN: Record<string, string> = { noir: 'var(--ink)', soho: '#7f8084', viva: '#87898a', ocean: '#828787' };

export const swatchOf = (name: keyof typeof paletteMessages): string => OWN[name] ?? `var(--color-${name}-500)`;
