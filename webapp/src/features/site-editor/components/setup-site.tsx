import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { FormFrame } from '@/components/forms/form-frame';
import { defineMessages } from '@/i18n/define-messages';
import { siteQueryOptions, usePublish, useSaveDraft } from '../api/site';
import { change, FACTS, placeholdersOf, type Files } from '../files';
import { useFileErrors } from '../use-file-errors';
import { ContactFields, LookFields } from './identity-fields';

const messages = defineMessages({
  submit: { id: 'setup.site.submit', defaultMessage: 'Save and go on' },
});

const CONTACT = ['email', 'phone', 'whatsapp', 'address', 'workingHours', 'country'];

/** The shipped name and contact details are nobody's: the form begins without them. */
function withoutExamples(files: Files): Files {
  const examples = placeholdersOf(files, FACTS).filter((key) => CONTACT.includes(key));
  const empty = examples.reduce((all, key) => change(all, FACTS, key, ''), files);
  return examples.length > 0 ? change(empty, FACTS, 'name', { ar: '', en: '' }) : empty;
}

/** The academy's name, look and contact details, before anybody has visited it. Saved and published at once. */
export function SetupSite({ onDone }: { onDone: () => void }) {
  const intl = useIntl();
  const { data: site } = useSuspenseQuery(siteQueryOptions());
  const [files, setFiles] = useState(() => (site.publishedAt ? site.files : withoutExamples(site.files)));
  const save = useSaveDraft();
  const publish = usePublish();
  const { errorAt, problem, run } = useFileErrors();
  const editor = { files, onChange: setFiles, errorAt };
  const submit = async () => {
    const done = await run(async () => {
      const { result } = await save.mutateAsync({ files: { [FACTS]: files[FACTS] ?? {} }, revision: site.revision });
      await publish.mutateAsync(result.revision);
    });
    if (done) onDone();
  };
  return (
    <FormFrame
      onSubmit={submit}
      label={intl.formatMessage(messages.submit)}
      busy={save.isPending || publish.isPending}
      problem={problem}
      className="gap-5"
    >
      <LookFields {...editor} />
      <ContactFields {...editor} />
    </FormFrame>
  );
}
