import { Plus, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { useIntl, type MessageDescriptor } from 'react-intl';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Select } from '@/components/ui/select';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { addItem, adopt, change, listAt, pageFile, pageFiles, placeholdersOf, removeItem, textAt } from '../files';
import { BothLanguages } from './both-languages';
import type { EditorProps } from './identity-fields';
import { ICONS, type FieldSpec, type GroupSpec, type ListSpec } from './page-specs';

const messages = defineMessages({
  example: { id: 'site.example', defaultMessage: 'Example: hidden from visitors' },
  adopt: { id: 'site.example.adopt', defaultMessage: 'This is ours: show it' },
  clear: { id: 'site.example.clear', defaultMessage: 'Delete the example' },
  add: { id: 'site.list.add', defaultMessage: 'Add' },
  item: { id: 'site.list.item', defaultMessage: '{name} {number, number}' },
  icon: { id: 'site.list.icon', defaultMessage: 'Icon' },
});

const icons = defineMessages({
  book: { id: 'site.icon.book', defaultMessage: 'Book' },
  certificate: { id: 'site.icon.certificate', defaultMessage: 'Certificate' },
  chat: { id: 'site.icon.chat', defaultMessage: 'Conversation' },
  clock: { id: 'site.icon.clock', defaultMessage: 'Clock' },
  compass: { id: 'site.icon.compass', defaultMessage: 'Compass' },
  device: { id: 'site.icon.device', defaultMessage: 'Device' },
  heart: { id: 'site.icon.heart', defaultMessage: 'Heart' },
  people: { id: 'site.icon.people', defaultMessage: 'People' },
  play: { id: 'site.icon.play', defaultMessage: 'Video' },
  progress: { id: 'site.icon.progress', defaultMessage: 'Progress' },
  shield: { id: 'site.icon.shield', defaultMessage: 'Shield' },
  teacher: { id: 'site.icon.teacher', defaultMessage: 'Teacher' },
});

/** Says that what follows is an example, and offers what ends that. `name` is of what follows. */
export function ExampleMark({ name, onAdopt, onClear }: { name: string; onAdopt: () => void; onClear: () => void }) {
  const intl = useIntl();
  const named = (text: MessageDescriptor) =>
    intl.formatMessage(common.named, { action: intl.formatMessage(text), name });
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Badge severity="warn">{intl.formatMessage(messages.example)}</Badge>
      <Button variant="secondary" size="small" aria-label={named(messages.adopt)} onPress={onAdopt}>
        {intl.formatMessage(messages.adopt)}
      </Button>
      <Button variant="secondary" size="small" aria-label={named(messages.clear)} onPress={onClear}>
        {intl.formatMessage(messages.clear)}
      </Button>
    </div>
  );
}

/** A group of a page's texts, in both languages. */
export function GroupEditor({ page, group, ...editor }: EditorProps & { page: string; group: GroupSpec }) {
  const intl = useIntl();
  const id = useId();
  const { files, onChange } = editor;
  const names = pageFiles(page);
  const { list } = group;
  const example = list && names.some((name) => placeholdersOf(files, name).includes(list.path));
  return (
    <section aria-labelledby={id} className="card flex flex-col gap-5 p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="text-lg font-bold">
          {intl.formatMessage(group.name)}
        </h2>
        {list && example && (
          <ExampleMark
            name={intl.formatMessage(group.name)}
            onAdopt={() => onChange((now) => adopt(now, names, list.path))}
            onClear={() => onChange((now) => names.reduce((all, name) => change(all, name, list.path, []), now))}
          />
        )}
      </div>
      {group.fields.map((field) => (
        <PageField key={field.key} page={page} field={field} path={field.key} {...editor} />
      ))}
      {list && <ItemsEditor page={page} list={list} name={group.name} {...editor} />}
    </section>
  );
}

const linesAt = (list: readonly unknown[]) => list.map(String).join('\n');

function PageField({
  page,
  field,
  path,
  files,
  onChange,
  errorAt,
}: EditorProps & { page: string; field: FieldSpec; path: string }) {
  const intl = useIntl();
  return (
    <BothLanguages
      label={intl.formatMessage(field.label)}
      rows={field.rows}
      isRequired={field.isRequired}
      value={(language) => {
        const file = pageFile(language, page);
        return field.lines ? linesAt(listAt(files, file, path)) : textAt(files, file, path);
      }}
      error={(language) => {
        const file = pageFile(language, page);
        return errorAt(file, path) ?? (field.lines ? errorAt(file, `${path}[0]`) : undefined);
      }}
      onChange={(language, value) =>
        onChange((now) => change(now, pageFile(language, page), path, field.lines ? value.split('\n') : value))
      }
    />
  );
}

function ItemsEditor({
  page,
  list,
  name,
  ...editor
}: EditorProps & { page: string; list: ListSpec; name: MessageDescriptor }) {
  const intl = useIntl();
  const { files, onChange } = editor;
  const names = pageFiles(page);
  const count = Math.max(...names.map((file) => listAt(files, file, list.path).length));
  const empty = {
    ...Object.fromEntries(list.fields.map(({ key, lines }) => [key, lines ? [''] : ''])),
    ...(list.icon && { icon: ICONS[0] }),
  };
  return (
    <>
      <ul className="flex flex-col gap-4">
        {Array.from({ length: count }, (_, index) => {
          const label = intl.formatMessage(messages.item, { name: intl.formatMessage(name), number: index + 1 });
          const at = `${list.path}[${index}]`;
          return (
            <li key={index} aria-label={label} className="flex flex-col gap-4 rounded-base border border-line p-4">
              <div className="flex flex-wrap items-end justify-between gap-3">
                {list.icon ? (
                  <Select
                    label={intl.formatMessage(messages.icon)}
                    value={ICONS.find((icon) => icon === textAt(files, pageFile('ar', page), `${at}.icon`)) ?? ICONS[0]}
                    options={ICONS.map((icon) => [icon, intl.formatMessage(icons[icon])] as const)}
                    onChange={(icon) =>
                      onChange((now) => names.reduce((all, file) => change(all, file, `${at}.icon`, icon), now))
                    }
                  />
                ) : (
                  <span className="text-sm font-semibold text-muted">{label}</span>
                )}
                <Button
                  variant="secondary"
                  size="small"
                  aria-label={intl.formatMessage(common.removeNamed, { name: label })}
                  onPress={() => onChange((now) => removeItem(now, names, list.path, index))}
                >
                  <Trash2 aria-hidden size={16} />
                  {intl.formatMessage(common.remove)}
                </Button>
              </div>
              {list.fields.map((field) => (
                <PageField key={field.key} page={page} field={field} path={`${at}.${field.key}`} {...editor} />
              ))}
            </li>
          );
        })}
      </ul>
      <Button
        variant="secondary"
        className="self-start"
        aria-label={intl.formatMessage(common.named, {
          action: intl.formatMessage(messages.add),
          name: intl.formatMessage(name),
        })}
        onPress={() => onChange((now) => addItem(now, names, list.path, empty))}
      >
        <Plus aria-hidden size={16} />
        {intl.formatMessage(messages.add)}
      </Button>
    </>
  );
}
