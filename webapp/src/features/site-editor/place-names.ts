/** The names and the values of what an owner edits, for places in the site. */
import type { IntlShape, MessageDescriptor } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import { describeZone } from '@/lib/time-zones';
import { PAGE_SPECS } from './components/page-specs';
import { FACTS, type Json } from './files';
import { ZONE, type Place } from './merge-files';
import { tabs } from './tab-names';

const facts: Partial<Record<string, MessageDescriptor>> = defineMessages({
  name: { id: 'site.editor.name', defaultMessage: 'Name of the academy' },
  defaultLanguage: { id: 'site.editor.language', defaultMessage: 'Language for visitors who have not chosen one' },
  palette: { id: 'site.editor.colour', defaultMessage: 'Colour' },
  logo: { id: 'site.editor.logo', defaultMessage: 'Logo' },
  email: { id: 'site.editor.email', defaultMessage: 'E-mail shown to visitors' },
  phone: { id: 'site.editor.phone', defaultMessage: 'Phone' },
  whatsapp: { id: 'site.editor.whatsapp', defaultMessage: 'WhatsApp' },
  address: { id: 'site.editor.address', defaultMessage: 'Address' },
  workingHours: { id: 'site.editor.hours', defaultMessage: 'Working hours' },
  photos: { id: 'site.tab.photos', defaultMessage: 'Photos' },
});

/** By the names of the files. */
const pages: Partial<Record<string, MessageDescriptor>> = tabs;

const messages = defineMessages({
  zone: { id: 'site.zone.label', defaultMessage: 'Time zone of the academy' },
  ar: { id: 'site.editor.arabic', defaultMessage: 'Arabic' },
  en: { id: 'site.editor.english', defaultMessage: 'English' },
  item: { id: 'site.list.item', defaultMessage: '{name} {number, number}' },
  nothing: { id: 'state.nothing', defaultMessage: '—' },
});

const isLanguage = (name: string | undefined): name is 'ar' | 'en' => name === 'ar' || name === 'en';

function factName(intl: IntlShape, path: string): string[] {
  const [key = '', language] = path.split(/[.[]/);
  const name = facts[key];
  const parts = [intl.formatMessage(tabs.academy), name ? intl.formatMessage(name) : key];
  return isLanguage(language) ? [...parts, intl.formatMessage(messages[language])] : parts;
}

/** The group and the field at a path; within a list with the item's number. */
function fieldName(intl: IntlShape, page: string, path: string): string[] {
  for (const { name, fields, list } of PAGE_SPECS[page] ?? []) {
    const group = intl.formatMessage(name);
    const field = fields.find(({ key }) => key === path);
    if (field) return [group, intl.formatMessage(field.label)];
    if (!list || !(path === list.path || path.startsWith(`${list.path}[`))) continue;
    const [, index = '', rest = ''] = /^\[(\d+)\]\.?(.*)$/.exec(path.slice(list.path.length)) ?? [];
    if (index === '') return [group];
    const item = intl.formatMessage(messages.item, { name: group, number: Number(index) + 1 });
    const inItem = list.fields.find(({ key }) => rest === key || rest.startsWith(`${key}[`));
    return inItem ? [item, intl.formatMessage(inItem.label)] : [item];
  }
  // A part of the page that several fields are in, or the whole of it.
  return [];
}

/** Where a place is: the page, the field, the language. */
export function placeName(intl: IntlShape, { file, path }: Place): string {
  const shown = (parts: string[]) => parts.join(' · ');
  if (file === ZONE.file) return shown([tabs.academy, messages.zone].map((name) => intl.formatMessage(name)));
  if (file === FACTS) return shown(path === '' ? [intl.formatMessage(tabs.academy)] : factName(intl, path));
  const [language, page = ''] = file.replace(/\.json$/, '').split('/');
  const name = pages[page];
  return shown([
    name ? intl.formatMessage(name) : page,
    ...fieldName(intl, page, path),
    ...(isLanguage(language) ? [intl.formatMessage(messages[language])] : []),
  ]);
}

/** The value of a place as people read it: a text, or the texts of a list, one a line. */
export function placeText(intl: IntlShape, { file }: Place, value: Json | undefined): string {
  const text = (part: Json | undefined): string => {
    if (Array.isArray(part)) return part.map(text).join('\n');
    if (part !== null && typeof part === 'object') return Object.values(part).map(text).filter(Boolean).join(' — ');
    return part === undefined || part === null ? '' : String(part);
  };
  const shown = text(value);
  return (
    (file === ZONE.file && shown ? describeZone(shown, intl.locale) : shown) || intl.formatMessage(messages.nothing)
  );
}
