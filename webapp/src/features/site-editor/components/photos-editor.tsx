import { Plus, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '@/components/ui/button';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { useUploading } from '../api/site';
import { addItem, adopt, change, FACTS, listAt, placeholdersOf, removeItem, textAt } from '../files';
import { BothLanguages } from './both-languages';
import { ExampleMark } from './group-editor';
import type { EditorProps } from './identity-fields';
import { PictureField } from './picture-field';

const messages = defineMessages({
  title: { id: 'site.group.photos', defaultMessage: 'Photos' },
  photo: { id: 'site.photo', defaultMessage: 'Photo {number, number}' },
  hint: {
    id: 'site.photo.hint',
    defaultMessage: 'Shown with an 8:5 aspect ratio. JPEG, PNG, WebP or AVIF, at most 5 MB.',
  },
  caption: { id: 'site.photo.caption', defaultMessage: 'Caption' },
  alt: { id: 'site.photo.alt', defaultMessage: 'Description for people who cannot see the photo' },
  add: { id: 'site.photo.add', defaultMessage: 'Add a photo' },
});

const PHOTOS = 'photos';
const EMPTY = { file: '', alt: { ar: '', en: '' }, caption: { ar: '', en: '' } };

/** The photos of the page of photos. */
export function PhotosEditor({ files, onChange, errorAt }: EditorProps) {
  const intl = useIntl();
  const id = useId();
  const example = placeholdersOf(files, FACTS).includes(PHOTOS);
  // A picture that arrives belongs to the photo with its number.
  const uploading = useUploading();
  return (
    <section aria-labelledby={id} className="card flex flex-col gap-5 p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="text-lg font-bold">
          {intl.formatMessage(messages.title)}
        </h2>
        {example && (
          <ExampleMark
            name={intl.formatMessage(messages.title)}
            onAdopt={() => onChange((now) => adopt(now, [FACTS], PHOTOS))}
            onClear={() => onChange((now) => change(now, FACTS, PHOTOS, []))}
          />
        )}
      </div>
      <ul className="flex flex-col gap-4">
        {listAt(files, FACTS, PHOTOS).map((_, index) => {
          const at = `${PHOTOS}[${index}]`;
          const name = intl.formatMessage(messages.photo, { number: index + 1 });
          return (
            <li key={index} aria-label={name} className="flex flex-col gap-4 rounded-base border border-line p-4">
              <div className="flex items-center justify-between gap-3">
                <span className="text-sm font-semibold text-muted">{name}</span>
                <Button
                  variant="secondary"
                  size="small"
                  isDisabled={uploading}
                  aria-label={intl.formatMessage(common.removeNamed, { name })}
                  onPress={() => onChange((now) => removeItem(now, [FACTS], PHOTOS, index))}
                >
                  <Trash2 aria-hidden size={16} />
                  {intl.formatMessage(common.remove)}
                </Button>
              </div>
              <PictureField
                label={name}
                hint={errorAt(FACTS, `${at}.file`) ?? intl.formatMessage(messages.hint)}
                value={textAt(files, FACTS, `${at}.file`)}
                onChange={(file) => onChange((now) => change(now, FACTS, `${at}.file`, file))}
                isRequired
              />
              {(['caption', 'alt'] as const).map((key) => (
                <BothLanguages
                  key={key}
                  label={intl.formatMessage(messages[key])}
                  value={(language) => textAt(files, FACTS, `${at}.${key}.${language}`)}
                  error={(language) => errorAt(FACTS, `${at}.${key}.${language}`)}
                  onChange={(language, value) =>
                    onChange((now) => change(now, FACTS, `${at}.${key}.${language}`, value))
                  }
                  isRequired
                />
              ))}
            </li>
          );
        })}
      </ul>
      <Button
        variant="secondary"
        className="self-start"
        onPress={() => onChange((now) => addItem(now, [FACTS], PHOTOS, EMPTY))}
      >
        <Plus aria-hidden size={16} />
        {intl.formatMessage(messages.add)}
      </Button>
    </section>
  );
}
