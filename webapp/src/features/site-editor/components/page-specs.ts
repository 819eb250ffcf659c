/** Which texts each public page has, for the editor: the shapes of the site's files (site/README.md). */
import type { MessageDescriptor } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';

const messages = defineMessages({
  title: { id: 'field.title', defaultMessage: 'Title' },
  description: { id: 'site.field.description', defaultMessage: 'Description for search engines' },
  intro: { id: 'site.field.intro', defaultMessage: 'Introduction' },
  badge: { id: 'site.field.badge', defaultMessage: 'Line above the heading' },
  heading: { id: 'site.field.heading', defaultMessage: 'Heading' },
  text: { id: 'site.field.text', defaultMessage: 'Text' },
  empty: { id: 'site.field.empty', defaultMessage: 'Text while there are no courses' },
  quote: { id: 'site.field.quote', defaultMessage: 'Quote' },
  person: { id: 'site.field.person', defaultMessage: 'Name' },
  role: { id: 'site.field.role', defaultMessage: 'Who the person is' },
  paragraphs: { id: 'site.field.paragraphs', defaultMessage: 'Paragraphs, one per line' },
  page: { id: 'site.group.page', defaultMessage: 'The page' },
  hero: { id: 'site.group.hero', defaultMessage: 'Top of the page' },
  courses: { id: 'site.group.courses', defaultMessage: 'Courses' },
  why: { id: 'site.group.why', defaultMessage: 'Why learn here' },
  steps: { id: 'site.group.steps', defaultMessage: 'How to start' },
  testimonials: { id: 'site.group.testimonials', defaultMessage: 'Testimonials' },
  action: { id: 'site.group.action', defaultMessage: 'Call to action at the end of the page' },
  sections: { id: 'site.group.sections', defaultMessage: 'Sections' },
  values: { id: 'site.group.values', defaultMessage: 'Values' },
  form: { id: 'site.group.form', defaultMessage: 'Contact form' },
});

export interface FieldSpec {
  key: string;
  label: MessageDescriptor;
  rows?: number;
  /** A list of texts, edited as lines. */
  lines?: boolean;
  isRequired?: boolean;
}

export interface ListSpec {
  /** Path of the list, which may be empty. */
  path: string;
  fields: readonly FieldSpec[];
  /** Its items have an icon, which is the same in both languages. */
  icon?: boolean;
}

export interface GroupSpec {
  name: MessageDescriptor;
  /** Paths of single texts. */
  fields: readonly FieldSpec[];
  list?: ListSpec;
}

const line = (key: string, label: MessageDescriptor, isRequired = true): FieldSpec => ({ key, label, isRequired });
const block = (key: string, label: MessageDescriptor, isRequired = true): FieldSpec => ({
  key,
  label,
  rows: 3,
  isRequired,
});

const page: GroupSpec = {
  name: messages.page,
  fields: [line('title', messages.title), block('intro', messages.intro), block('description', messages.description)],
};
const POINT = [line('title', messages.title), block('text', messages.text)];
const sections: GroupSpec = {
  name: messages.sections,
  fields: [],
  list: {
    path: 'sections',
    fields: [
      line('heading', messages.heading),
      { key: 'paragraphs', label: messages.paragraphs, rows: 5, lines: true, isRequired: true },
    ],
  },
};

/** By the names of the files. */
export const PAGE_SPECS: Record<string, readonly GroupSpec[]> = {
  home: [
    {
      name: messages.hero,
      fields: [
        line('hero.badge', messages.badge, false),
        line('hero.heading', messages.heading),
        block('hero.text', messages.text),
        block('description', messages.description),
      ],
    },
    {
      name: messages.courses,
      fields: [line('courses.heading', messages.heading), block('courses.text', messages.text, false)],
    },
    {
      name: messages.why,
      fields: [line('why.heading', messages.heading), block('why.text', messages.text, false)],
      list: { path: 'why.items', icon: true, fields: POINT },
    },
    {
      name: messages.steps,
      fields: [line('steps.heading', messages.heading)],
      list: { path: 'steps.items', fields: POINT },
    },
    {
      name: messages.testimonials,
      fields: [line('testimonials.heading', messages.heading)],
      list: {
        path: 'testimonials.items',
        fields: [block('quote', messages.quote), line('name', messages.person), line('role', messages.role, false)],
      },
    },
    { name: messages.action, fields: [line('action.heading', messages.heading), block('action.text', messages.text)] },
  ],
  about: [page, sections, { name: messages.values, fields: [], list: { path: 'values', icon: true, fields: POINT } }],
  photos: [page],
  courses: [{ ...page, fields: [...page.fields, block('empty', messages.empty)] }],
  contact: [
    page,
    { name: messages.form, fields: [line('form.heading', messages.heading), block('form.text', messages.text)] },
  ],
  privacy: [page, sections],
  terms: [page, sections],
};

/** The icons that a point may have (services/contracts/site/site_shape.cc). */
export const ICONS = [
  'book',
  'certificate',
  'chat',
  'clock',
  'compass',
  'device',
  'heart',
  'people',
  'play',
  'progress',
  'shield',
  'teacher',
] as const;
