import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '@/components/ui/button';
import { LeaveGuard } from '@/components/ui/leave-guard';
import { LinkButton } from '@/components/ui/link-button';
import { Notice } from '@/components/ui/notice';
import { PageTitle } from '@/components/ui/page-title';
import { Tabs } from '@/components/ui/tabs';
import { useSuccessToast } from '@/components/ui/use-success-toast';
import { defineMessages } from '@/i18n/define-messages';
import { paths } from '@/lib/paths';
import { siteQueryOptions, usePublish, useSaveDraft } from '../api/site';
import { adopt, allPlaceholders, change, FACTS, placeholdersOf, type Files } from '../files';
import { useFileErrors } from '../use-file-errors';
import { ExampleMark, GroupEditor } from './group-editor';
import { ContactFields, LookFields, type EditorProps } from './identity-fields';
import { MailTest } from './mail-test';
import { PAGE_SPECS } from './page-specs';
import { PhotosEditor } from './photos-editor';
import { ZoneNotice } from './zone-notice';

const messages = defineMessages({
  title: { id: 'site.editor.title', defaultMessage: 'Site' },
  text: {
    id: 'site.editor.text',
    defaultMessage: 'What visitors read and see, in both languages. A draft is shown to nobody until you publish it.',
  },
  save: { id: 'site.editor.save', defaultMessage: 'Save the draft' },
  preview: { id: 'site.editor.preview', defaultMessage: 'Preview' },
  publish: { id: 'site.editor.publish', defaultMessage: 'Publish' },
  saved: { id: 'site.editor.saved', defaultMessage: 'The draft was saved.' },
  published: { id: 'site.editor.published', defaultMessage: 'The site was published.' },
  draft: { id: 'site.editor.draft', defaultMessage: 'There is a draft that is not published.' },
  examples: {
    id: 'site.editor.examples',
    defaultMessage:
      '{count, plural, one {# part of the site is} other {# parts of the site are}} still an example that came with the software. Visitors do not see {count, plural, one {it} other {them}} until you replace {count, plural, one {it} other {them}} or say that {count, plural, one {it is} other {they are}} yours.',
  },
  leave: { id: 'site.editor.leave', defaultMessage: 'Leave without saving?' },
  leaveText: { id: 'site.editor.leave.text', defaultMessage: 'What you changed on this page is lost.' },
  tabs: { id: 'site.editor.tabs', defaultMessage: 'Parts of the site' },
  look: { id: 'site.group.look', defaultMessage: 'Name and look' },
  contactDetails: { id: 'site.group.contactDetails', defaultMessage: 'Contact details' },
  mail: { id: 'setup.mail', defaultMessage: 'Mail and time' },
});

const tabs = defineMessages({
  academy: { id: 'site.tab.academy', defaultMessage: 'Academy' },
  home: { id: 'site.tab.home', defaultMessage: 'Home' },
  about: { id: 'site.tab.about', defaultMessage: 'About us' },
  photos: { id: 'site.tab.photos', defaultMessage: 'Photos' },
  courses: { id: 'site.tab.courses', defaultMessage: 'Courses' },
  contact: { id: 'site.tab.contact', defaultMessage: 'Contact' },
  privacy: { id: 'site.tab.privacy', defaultMessage: 'Privacy policy' },
  terms: { id: 'site.tab.terms', defaultMessage: 'Terms' },
});

const PAGES = ['home', 'about', 'photos', 'courses', 'contact', 'privacy', 'terms'] as const;
/** Contact details that may be examples; the photos have a tab of their own. */
const CONTACT = ['email', 'phone', 'whatsapp', 'address', 'workingHours', 'country'];

/** Where an owner edits the public site. `onPublished` is called when visitors see it. */
export function SitePage({ onPublished }: { onPublished: () => void }) {
  const intl = useIntl();
  const showSuccess = useSuccessToast();
  const { data: site } = useSuspenseQuery(siteQueryOptions());
  const [files, setFiles] = useState<Files>(site.files);
  const [seen, setSeen] = useState(site);
  const save = useSaveDraft();
  const publish = usePublish();
  const { errorAt, problem, run } = useFileErrors();
  const dirty = files !== seen.files;

  const take = (result: unknown) => {
    const now = result as typeof site;
    setSeen(now);
    setFiles(now.files);
    return now;
  };
  const saveNow = async () => take((await save.mutateAsync({ files, revision: seen.revision })).result);
  const onSave = async () => {
    if (await run(saveNow)) showSuccess(messages.saved);
  };
  const onPublish = async () => {
    const done = await run(async () => {
      const { revision } = dirty ? await saveNow() : seen;
      take((await publish.mutateAsync(revision)).result);
    });
    if (!done) return;
    showSuccess(messages.published);
    onPublished();
  };

  const editor: EditorProps = { files, onChange: setFiles, errorAt };
  const examples = new Set(allPlaceholders(files).map(({ file, path }) => `${file.replace(/^\w+\//, '')} ${path}`))
    .size;
  const title = intl.formatMessage(messages.title);
  const busy = save.isPending || publish.isPending;
  return (
    <div className="page flex flex-col gap-5 py-8">
      <PageTitle>{title}</PageTitle>
      {dirty && <LeaveGuard title={intl.formatMessage(messages.leave)} text={intl.formatMessage(messages.leaveText)} />}
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="max-w-prose">
          <h1 className="text-2xl font-bold">{title}</h1>
          <p className="mt-1 text-sm text-muted">{intl.formatMessage(messages.text)}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" isDisabled={!dirty} loading={save.isPending} onPress={() => void onSave()}>
            {intl.formatMessage(messages.save)}
          </Button>
          {!dirty && (
            <LinkButton variant="secondary" to={paths.admin.sitePreview}>
              {intl.formatMessage(messages.preview)}
            </LinkButton>
          )}
          <Button isDisabled={!dirty && !seen.draft} loading={publish.isPending} onPress={() => void onPublish()}>
            {intl.formatMessage(messages.publish)}
          </Button>
        </div>
      </div>
      {problem && <Notice severity="error">{problem}</Notice>}
      {!problem && !busy && seen.draft && !dirty && <Notice>{intl.formatMessage(messages.draft)}</Notice>}
      {examples > 0 && <Notice severity="warn">{intl.formatMessage(messages.examples, { count: examples })}</Notice>}
      <Tabs
        label={intl.formatMessage(messages.tabs)}
        items={[
          { id: 'academy', title: intl.formatMessage(tabs.academy), content: <AcademyTab {...editor} /> },
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

function AcademyTab(editor: EditorProps) {
  const intl = useIntl();
  const { files, onChange } = editor;
  const examples = placeholdersOf(files, FACTS).filter((key) => CONTACT.includes(key));
  return (
    <>
      <section className="card flex flex-col gap-5 p-5">
        <h2 className="text-lg font-bold">{intl.formatMessage(messages.look)}</h2>
        <LookFields {...editor} />
      </section>
      <section className="card flex flex-col gap-5 p-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-lg font-bold">{intl.formatMessage(messages.contactDetails)}</h2>
          {examples.length > 0 && (
            <ExampleMark
              onAdopt={() => onChange(examples.reduce((all, key) => adopt(all, [FACTS], key), files))}
              onClear={() => onChange(examples.reduce((all, key) => change(all, FACTS, key, ''), files))}
            />
          )}
        </div>
        <ContactFields {...editor} />
      </section>
      <section className="card flex flex-col gap-5 p-5">
        <h2 className="text-lg font-bold">{intl.formatMessage(messages.mail)}</h2>
        <MailTest />
        <ZoneNotice />
      </section>
    </>
  );
}
