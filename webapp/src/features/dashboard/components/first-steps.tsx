import { useQuery } from '@tanstack/react-query';
import { BookOpenText, Circle, CircleCheck, X } from 'lucide-react';
import { useId, useState } from 'react';
import { useIntl } from 'react-intl';
import { IconButton } from '@/components/ui/icon-button';
import { TextLink } from '@/components/ui/text-link';
import { defineMessages } from '@/i18n/define-messages';
import { paths } from '@/lib/paths';
import { managerRole } from '@/lib/role';
import { useStore } from '@/lib/store';
import { checklistQueryOptions, type Checklist } from '../api/checklist';
import { dismissFirstSteps, firstStepsDismissed } from '../first-steps-dismissed';

const messages = defineMessages({
  title: { id: 'dashboard.first.title', defaultMessage: 'First steps' },
  dismiss: { id: 'dashboard.first.dismiss', defaultMessage: 'Hide the first steps' },
  done: { id: 'dashboard.first.done', defaultMessage: 'Done' },
  open: { id: 'dashboard.first.open', defaultMessage: 'To do' },
  guide: { id: 'dashboard.first.guide', defaultMessage: 'The first day, step by step' },
});

const steps = defineMessages({
  site: { id: 'dashboard.first.site', defaultMessage: 'Name your academy and publish its site' },
  course: { id: 'dashboard.first.course', defaultMessage: 'Create the first course' },
  learner: { id: 'dashboard.first.learner', defaultMessage: 'Add the first learner' },
  mail: { id: 'dashboard.first.mail', defaultMessage: 'Check that e-mails arrive' },
  backup: { id: 'dashboard.first.backup', defaultMessage: 'Turn on backups' },
});

const TO: Record<keyof Checklist, string> = {
  site: paths.admin.site,
  course: paths.admin.createCourse,
  learner: paths.admin.users,
  mail: paths.admin.site,
  backup: paths.admin.health,
};
const ORDER: readonly (keyof Checklist)[] = ['site', 'course', 'learner', 'mail', 'backup'];

/** What a new academy still lacks, for owners; gone when all of it is done, or dismissed. */
export function FirstSteps() {
  const isOwner = useStore(managerRole) === 'owner';
  const [dismissed, setDismissed] = useState(firstStepsDismissed);
  const { data } = useQuery({ ...checklistQueryOptions(), enabled: isOwner && !dismissed });
  if (!isOwner || dismissed || !data || ORDER.every((step) => data[step])) return null;
  return (
    <Steps
      list={data}
      onDismiss={() => {
        dismissFirstSteps();
        setDismissed(true);
      }}
    />
  );
}

function Steps({ list, onDismiss }: { list: Checklist; onDismiss: () => void }) {
  const intl = useIntl();
  const id = useId();
  return (
    <section aria-labelledby={id} className="card flex flex-col gap-3 p-5 touch:gap-5">
      <div className="flex items-center justify-between gap-3">
        <h2 id={id} className="text-lg font-bold">
          {intl.formatMessage(messages.title)}
        </h2>
        <IconButton label={intl.formatMessage(messages.dismiss)} onPress={onDismiss}>
          <X aria-hidden size={20} />
        </IconButton>
      </div>
      <ul className="flex flex-col gap-2 touch:gap-5">
        {ORDER.map((step) => {
          const done = list[step];
          const Icon = done ? CircleCheck : Circle;
          return (
            <li key={step} className="flex items-center gap-3">
              <Icon aria-hidden size={20} className={done ? 'shrink-0 text-success' : 'shrink-0 text-muted'} />
              <span className="sr-only">{intl.formatMessage(done ? messages.done : messages.open)}</span>
              {done ? (
                <span className="text-muted">{intl.formatMessage(steps[step])}</span>
              ) : (
                <TextLink to={TO[step]}>{intl.formatMessage(steps[step])}</TextLink>
              )}
            </li>
          );
        })}
      </ul>
      <a
        href={paths.guide(intl.locale, 'first-day')}
        target="_blank"
        rel="noopener"
        className="tap flex items-center gap-3 text-accent-ink underline-offset-4 hover:underline"
      >
        <BookOpenText aria-hidden size={20} className="shrink-0" />
        {intl.formatMessage(messages.guide)}
      </a>
    </section>
  );
}
