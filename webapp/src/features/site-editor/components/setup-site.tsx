import { useSuspenseQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { FormFrame } from '@/components/forms/form-frame';
import { RestoredNotice } from '@/components/forms/restored-notice';
import { defineMessages } from '@/i18n/define-messages';
import { academyZone } from '@/lib/site-settings';
import { useRestoredDraft, useSeen, useStoreDraft, useStoreSeen } from '@/lib/stored-draft';
import { seenOf, siteQueryOptions, usePublish, type SiteValues } from '../api/site';
import { change, FACTS, placeholdersOf, type Files } from '../files';
import { isSame } from '../merge-files';
import { useFileErrors } from '../use-file-errors';
import { useSiteSave } from '../use-site-save';
import { ContactFields, LookFields, type EditorProps } from './identity-fields';
import { ZoneField } from './zone-field';

const messages = defineMessages({
  submit: { id: 'setup.site.submit', defaultMessage: 'Save and continue' },
});

const CONTACT = ['email', 'phone', 'whatsapp', 'address', 'workingHours', 'country'];

/** The shipped name and contact details are nobody's: the form begins without them. */
function withoutExamples(files: Files): Files {
  const examples = placeholdersOf(files, FACTS).filter((key) => CONTACT.includes(key));
  const empty = examples.reduce((all, key) => change(all, FACTS, key, ''), files);
  return examples.length > 0 ? change(empty, FACTS, 'name', { ar: '', en: '' }) : empty;
}

/** The form edits one file. The time zone that the owner has seen stays, whatever the server is started with later. */
const sentOf = ({ files, timezone }: SiteValues): SiteValues => ({
  files: { [FACTS]: files[FACTS] ?? {} },
  timezone: timezone || academyZone.get(),
});

const DRAFT = 'setup:site';

/** The academy's name, look, time zone and contact details, before anybody has visited it. Saved and published at once. */
export function SetupSite({ onDone }: { onDone: () => void }) {
  const intl = useIntl();
  const { data: site } = useSuspenseQuery(siteQueryOptions());
  const [begun, setBegun] = useState<SiteValues>(() => ({
    files: site.publishedAt ? site.files : withoutExamples(site.files),
    timezone: site.timezone,
  }));
  const [kept, forget] = useRestoredDraft<SiteValues>(DRAFT);
  const [edited, setEdited] = useState(kept ?? begun);
  const { files, timezone } = edited;
  const [seen, setSeen] = useSeen(DRAFT, seenOf(site));
  const dirty = useMemo(() => !isSame(edited, begun), [edited, begun]);
  useStoreDraft(DRAFT, dirty ? edited : null);
  useStoreSeen(DRAFT, seen, dirty);
  const guarded = useSiteSave(sentOf);
  const publish = usePublish();
  const { errors, errorAt, problem, run } = useFileErrors();
  const editor: EditorProps = {
    files,
    onChange: (edit) => setEdited((now) => ({ ...now, files: edit(now.files) })),
    errorAt,
  };
  const submit = async () => {
    let done = false;
    await run(async () => {
      const { outcome, values, seen: now } = await guarded.save(seen, edited);
      if (outcome === 'back') return;
      setSeen(now);
      setBegun(values);
      setEdited(values);
      forget();
      if (outcome === 'taken') return;
      await publish.mutateAsync(now.revision);
      done = true;
    });
    if (done) onDone();
  };
  const startOver = () => {
    forget();
    setSeen(seenOf(site));
    setEdited(begun);
  };
  return (
    <FormFrame
      onSubmit={submit}
      label={intl.formatMessage(messages.submit)}
      busy={guarded.isPending || publish.isPending}
      problem={problem}
      className="gap-5"
    >
      {guarded.dialog}
      {kept && dirty && <RestoredNotice onStartOver={startOver} />}
      <LookFields {...editor} />
      <ZoneField
        value={timezone}
        onChange={(next) => setEdited((now) => ({ ...now, timezone: next }))}
        error={errors['timezone']}
      />
      <ContactFields {...editor} />
    </FormFrame>
  );
}
