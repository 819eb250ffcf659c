import { useIntl } from 'react-intl';
import { SegmentChoice, SwatchChoice } from '@/components/layout/choices';
import { TextField } from '@/components/ui/text-field';
import { defineMessages } from '@/i18n/define-messages';
import { PRIMARIES } from '@/lib/preferences';
import { change, FACTS, textAt, type Files } from '../files';
import { BothLanguages } from './both-languages';
import { PictureField } from './picture-field';

const messages = defineMessages({
  name: { id: 'site.editor.name', defaultMessage: 'Name of the academy' },
  language: { id: 'site.editor.language', defaultMessage: 'Language for visitors who have not chosen one' },
  arabic: { id: 'site.editor.arabic', defaultMessage: 'Arabic' },
  english: { id: 'site.editor.english', defaultMessage: 'English' },
  colour: { id: 'site.editor.colour', defaultMessage: 'Colour' },
  logo: { id: 'site.editor.logo', defaultMessage: 'Logo' },
  logoHint: {
    id: 'site.editor.logo.hint',
    defaultMessage: 'A square picture. JPEG, PNG, WebP or AVIF, at most 5 MB.',
  },
  email: { id: 'site.editor.email', defaultMessage: 'E-mail shown to visitors' },
  emailHint: {
    id: 'site.editor.email.hint',
    defaultMessage: 'Shown on the contact page; messages from the contact form go there. Without it there is no form.',
  },
  phone: { id: 'site.editor.phone', defaultMessage: 'Phone' },
  phoneHint: { id: 'site.editor.phone.hint', defaultMessage: 'With the country code: +966 11 555 0100' },
  whatsapp: { id: 'site.editor.whatsapp', defaultMessage: 'WhatsApp' },
  address: { id: 'site.editor.address', defaultMessage: 'Address' },
  hours: { id: 'site.editor.hours', defaultMessage: 'Working hours' },
});

export interface EditorProps {
  files: Files;
  /** Takes what is to be done to the files as they are by then: an upload ends after other edits. */
  onChange: (edit: (files: Files) => Files) => void;
  errorAt: (file: string, path: string) => string | undefined;
}

type ContactKey = 'email' | 'phone' | 'whatsapp';

/** Name, language, colour and logo. */
export function LookFields({ files, onChange, errorAt }: EditorProps) {
  const intl = useIntl();
  const set = (path: string) => (value: string) => onChange((now) => change(now, FACTS, path, value));
  return (
    <>
      <BothLanguages
        label={intl.formatMessage(messages.name)}
        value={(language) => textAt(files, FACTS, `name.${language}`)}
        error={(language) => errorAt(FACTS, `name.${language}`)}
        onChange={(language, value) => set(`name.${language}`)(value)}
        isRequired
      />
      <SegmentChoice
        label={intl.formatMessage(messages.language)}
        options={[
          ['ar', intl.formatMessage(messages.arabic)],
          ['en', intl.formatMessage(messages.english)],
        ]}
        value={textAt(files, FACTS, 'defaultLanguage') === 'en' ? 'en' : 'ar'}
        onChange={set('defaultLanguage')}
      />
      <SwatchChoice
        label={intl.formatMessage(messages.colour)}
        names={PRIMARIES}
        value={PRIMARIES.find((name) => name === textAt(files, FACTS, 'palette')) ?? 'emerald'}
        onChange={set('palette')}
      />
      <PictureField
        label={intl.formatMessage(messages.logo)}
        hint={intl.formatMessage(messages.logoHint)}
        value={textAt(files, FACTS, 'logo')}
        onChange={set('logo')}
      />
    </>
  );
}

/** How visitors reach the academy. */
export function ContactFields({ files, onChange, errorAt }: EditorProps) {
  const intl = useIntl();
  const field = (key: ContactKey) => ({
    label: intl.formatMessage(messages[key]),
    value: textAt(files, FACTS, key),
    error: errorAt(FACTS, key),
    onChange: (value: string) => onChange((now) => change(now, FACTS, key, value)),
  });
  const both = (key: 'address' | 'workingHours') => ({
    value: (language: 'ar' | 'en') => textAt(files, FACTS, `${key}.${language}`),
    error: (language: 'ar' | 'en') => errorAt(FACTS, `${key}.${language}`),
    onChange: (language: 'ar' | 'en', value: string) =>
      onChange((now) => change(now, FACTS, `${key}.${language}`, value)),
  });
  return (
    <>
      <TextField {...field('email')} type="email" hint={intl.formatMessage(messages.emailHint)} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...field('phone')} type="tel" hint={intl.formatMessage(messages.phoneHint)} />
        <TextField {...field('whatsapp')} type="tel" />
      </div>
      <BothLanguages label={intl.formatMessage(messages.address)} {...both('address')} rows={2} />
      <BothLanguages label={intl.formatMessage(messages.hours)} {...both('workingHours')} rows={2} />
    </>
  );
}
