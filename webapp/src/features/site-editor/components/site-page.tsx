import { useSuspenseQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import type { Seen } from '@/components/conflict/use-guarded-save';
import { RestoredNotice } from '@/components/forms/restored-notice';
import { Button } from '@/components/ui/button';
import { LinkButton } from '@/components/ui/link-button';
import { Notice } from '@/components/ui/notice';
import { PageTitle } from '@/components/ui/page-title';
import { Tabs } from '@/components/ui/tabs';
import { useSuccessToast } from '@/components/ui/use-success-toast';
import { defineMessages } from '@/i18n/define-messages';
import { isApiError } from '@/lib/api-error';
import { paths } from '@/lib/paths';
import { useSeen, useStoreDraft, useStoreSeen, useStoredDraft } from '@/lib/stored-draft';
import { seenOf, siteQueryOptions, usePublish, type EditedSite, type SiteValues } from '../api/site';
import { adopt, allPlaceholders, change, FACTS, placeholdersOf } from '../files';
import { isSame } from '../merge-files';
import { tabs } from '../tab-names';
import { useFileErrors } from '../use-file-errors';
import { useSiteSave } from '../use-site-save';
import { ExampleMark, GroupEditor } from './group-editor';
import { ContactFields, LookFields, type EditorProps } from './identity-fields';
import { MailTest } from './mail-test';
import { PAGE_SPECS } from './page-specs';
import { PhotosEditor } from './photos-editor';
import { ZoneField, type ZoneFieldProps } from './zone-field';

const messages = defineMessages({
  title: { id: 'site.editor.title', defaultMessage: 'Site' },
  text: {
    id: 'site.editor.text',
    defaultMessage: 'What visitors read and see, in both languages. Nobody sees a draft until you publish it.',
  },
  save: { id: 'site.editor.save', defaultMessage: 'Save the draft' },
  preview: { id: 'site.editor.preview', defaultMessage: 'Preview' },
  publish: { id: 'site.editor.publish', defaultMessage: 'Publish' },
  saved: { id: 'site.editor.saved', defaultMessage: 'The draft was saved.' },
  published: { id: 'site.editor.published', defaultMessage: 'The site was published.' },
  draft: { id: 'site.editor.draft', defaultMessage: 'There is an unpublished draft.' },
  examples: {
    id: 'site.editor.examples',
    defaultMessage:
      '{count, plural, one {# part of the site is still an example that came with the software. Visitors do not see it until you replace it or confirm that it is yours.} other {# parts of the site are still examples that came with the software. Visitors do not see them until you replace them or confirm that they are yours.}}',
  },
  tabs: { id: 'site.editor.tabs', defaultMessage: 'Parts of the site' },
  look: { id: 'site.group.look', defaultMessage: 'Name and look' },
  contactDetails: { id: 'site.group.contactDetails', defaultMessage: 'Contact details' },
  mail: { id: 'setup.mail', defaultMessage: 'E-mail' },
});

const DRAFT = 'site';
const PAGES = ['home', 'about', 'photos', 'courses', 'contact', 'privacy', 'terms'] as const;
/** Contact details that may be examples; the photos have a tab of their own. */
const CONTACT = ['email', 'phone', 'whatsapp', 'address', 'workingHours', 'country'];

/** Where an owner edits the public site. `onPublished` is called when visitors see it. */
export function SitePage({ onPublished }: { onPublished: () => void }) {
  const intl = useIntl();
  const showSuccess = useSuccessToast();
  const { data: site } = useSuspenseQuery(siteQueryOptions());
  const [seen, setSeen] = useSeen<Seen<SiteValues>>(DRAFT, seenOf(site));
  const [kept, setKept] = useState(useStoredDraft<SiteValues>(DRAFT));
  const [edited, setEdited] = useState<SiteValues>(kept ?? seen.values);
  const { files, timezone } = edited;
  const publish = usePublish();
  const { errors, errorAt, problem, run } = useFileErrors();
  const dirty = useMemo(() => !isSame(edited, seen.values), [edited, seen]);
  useStoreDraft(DRAFT, dirty ? edited : null);
  useStoreSeen(DRAFT, seen, dirty);
  const guarded = useSiteSave();

  const take = (now: Seen<SiteValues>, shown = now.values) => {
    setSeen(now);
    setEdited(shown);
    setKept(null);
  };
  /** The revision that is saved now; null if the owner would rather look at it again. */
  const saveNow = async (): Promise<number | null> => {
    const { outcome, values, seen: now } = await guarded.save(seen, edited);
    if (outcome === 'back') return null;
    take(now, outcome === 'saved' ? now.values : values);
    return outcome === 'saved' ? now.revision : null;
  };
  const onSave = async () => {
    let saved: number | null = null;
    const done = await run(async () => {
      saved = await saveNow();
    });
    if (done && saved !== null) showSuccess(messages.saved);
  };
  const onPublish = async () => {
    let published = false;
    await run(async () => {
      const revision = dirty ? await saveNow() : seen.revision;
      if (revision === null) return;
      try {
        const { result } = await publish.mutateAsync(revision);
        take(seenOf(result));
        published = true;
      } catch (error) {
        // Nothing here is unsaved: the other owner's version is shown, to be looked at before it is published.
        if (isApiError(error, 'changed_meanwhile')) take(seenOf(error.result as EditedSite));
        throw error;
      }
    });
    if (!published) return;
    showSuccess(messages.published);
    onPublished();
  };
  const startOver = () => take(seenOf(site));

  const editor: EditorProps = {
    files,
    onChange: (edit) => setEdited((now) => ({ ...now, files: edit(now.files) })),
    errorAt,
  };
  const zone: ZoneFieldProps = {
    value: timezone,
    onChange: (next) => setEdited((now) => ({ ...now, timezone: next })),
    error: errors['timezone'],
  };
  const examples = new Set(allPlaceholders(files).map(({ file, path }) => `${file.replace(/^\w+\//, '')} ${path}`))
    .size;
  const title = intl.formatMessage(messages.title);
  const busy = guarded.isPending || publish.isPending;
  return (
    <div className="page flex flex-col gap-5 py-8">
      <PageTitle>{title}</PageTitle>
      {guarded.dialog}
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="max-w-prose">
          <h1 className="text-2xl font-bold">{title}</h1>
          <p className="mt-1 text-sm text-muted">{intl.formatMessage(messages.text)}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" isDisabled={!dirty} loading={guarded.isPending} onPress={() => void onSave()}>
            {intl.formatMessage(messages.save)}
          </Button>
          {!dirty && (
            <LinkButton variant="secondary" to={paths.admin.sitePreview}>
              {intl.formatMessage(messages.preview)}
            </LinkButton>
          )}
          <Button isDisabled={!dirty && !site.draft} loading={publish.isPending} onPress={() => void onPublish()}>
            {intl.formatMessage(messages.publish)}
          </Button>
        </div>
      </div>
      {problem && <Notice severity="error">{problem}</Notice>}
      {kept && dirty && <RestoredNotice onStartOver={startOver} />}
      {!problem && !busy && site.draft && !dirty && <Notice>{intl.formatMessage(messages.draft)}</Notice>}
      {examples > 0 && <Notice severity="warn">{intl.formatMessage(messages.examples, { count: examples })}</Notice>}
      <Tabs
        label={intl.formatMessage(messages.tabs)}
        items={[
          { id: 'academy', title: intl.formatMessage(tabs.academy), content: <AcademyTab zone={zone} {...editor} /> },
          ...PAGES.map((page) => ({
            id: page,
            title: intl.formatMessage(tabs[page]),
            content: (
              <>
                {page === 'photos' && <PhotosEditor {...editor} />}
                {PAGE_SPECS[page]?.map((group) => (
                  <GroupEditor key={group.name.id} page={page} group={group} {...editor} />
                ))}
              </>
            ),
          })),
        ]}
      />
    </div>
  );
}

function AcademyTab({ zone, ...editor }: EditorProps & { zone: ZoneFieldProps }) {
  const intl = useIntl();
  const { files, onChange } = editor;
  const examples = placeholdersOf(files, FACTS).filter((key) => CONTACT.includes(key));
  return (
    <>
      <section className="card flex flex-col gap-5 p-5">
        <h2 className="text-lg font-bold">{intl.formatMessage(messages.look)}</h2>
        <LookFields {...editor} />
        <ZoneField {...zone} />
      </section>
      <section className="card flex flex-col gap-5 p-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-lg font-bold">{intl.formatMessage(messages.contactDetails)}</h2>
          {examples.length > 0 && (
            <ExampleMark
              name={intl.formatMessage(messages.contactDetails)}
              onAdopt={() => onChange((now) => examples.reduce((all, key) => adopt(all, [FACTS], key), now))}
              onClear={() => onChange((now) => examples.reduce((all, key) => change(all, FACTS, key, ''), now))}
            />
          )}
        </div>
        <ContactFields {...editor} />
      </section>
      <section className="card flex flex-col gap-5 p-5">
        <h2 className="text-lg font-bold">{intl.formatMessage(messages.mail)}</h2>
        <MailTest />
      </section>
    </>
  );
}
