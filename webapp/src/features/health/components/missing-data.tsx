import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Moment } from '@/components/ui/moment';
import { Notice } from '@/components/ui/notice';
import { QueryState } from '@/components/ui/query-state';
import { useSuccessToast } from '@/components/ui/use-success-toast';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import { isApiError } from '@/lib/api-error';
import { useMay } from '@/lib/role';
import { missingQueryOptions, useDeleteMissing, type MissingKind } from '../api/missing';

const messages = defineMessages({
  since: { id: 'health.since', defaultMessage: 'since {at}' },
  deleteAt: { id: 'missing.deleteAt', defaultMessage: 'Will be deleted automatically from {at} on.' },
  refused: { id: 'missing.refused', defaultMessage: 'Nothing is deleted automatically.' },
  sample: { id: 'missing.sample', defaultMessage: 'For example: {ids}' },
  delete: { id: 'bin.purge', defaultMessage: 'Delete for good' },
  deleteNamed: { id: 'bin.purge.named', defaultMessage: 'Delete for good: {name}' },
  deleted: { id: 'bin.purged', defaultMessage: 'Deleted for good.' },
  changed: {
    id: 'missing.changed',
    defaultMessage:
      'Nothing was deleted, because the number of missing items has changed. This is what is missing now.',
  },
});

const learners = defineMessages({
  what: {
    id: 'missing.learners.what',
    defaultMessage:
      'Missing: {count, plural, one {# learner} other {# learners}} with {assignments, plural, one {# assignment} other {# assignments}}',
  },
  name: { id: 'missing.learners.name', defaultMessage: 'data of missing learners' },
  title: { id: 'missing.learners.title', defaultMessage: 'Delete the data of missing learners' },
  text: {
    id: 'missing.learners.text',
    defaultMessage:
      'What {count, plural, one {# missing learner} other {# missing learners}} had is deleted for good: {assignments, plural, one {# assignment} other {# assignments}}, and all progress. This cannot be undone. Do it only if they were really deleted. If a database was lost or replaced, put the right one back instead, and everything will be as before.',
  },
});
const courses = defineMessages({
  what: {
    id: 'missing.courses.what',
    defaultMessage:
      'Missing: {count, plural, one {# course} other {# courses}} with {assignments, plural, one {# assignment} other {# assignments}}',
  },
  name: { id: 'missing.courses.name', defaultMessage: 'data of missing courses' },
  title: { id: 'missing.courses.title', defaultMessage: 'Delete the data of missing courses' },
  text: {
    id: 'missing.courses.text',
    defaultMessage:
      'What learners had in {count, plural, one {# missing course} other {# missing courses}} is deleted for good: {assignments, plural, one {# assignment} other {# assignments}}, and all progress. This cannot be undone. Do it only if they were really deleted. If a database was lost or replaced, put the right one back instead, and everything will be as before.',
  },
});

const textsOf = ({ kind }: MissingKind) => (kind === 'course' ? courses : learners);
const SHOWN_IDS = 5;

/** What is missing, and for owners the button by which they say that it is really gone. */
export function MissingData() {
  const query = useQuery(missingQueryOptions());
  const { data = [] } = query;
  return (
    <div className="mt-3 flex flex-col gap-3">
      <QueryState query={query} />
      {data.map((missing) => (
        <Kind key={missing.kind} missing={missing} />
      ))}
    </div>
  );
}

function Kind({ missing }: { missing: MissingKind }) {
  const intl = useIntl();
  const mayDelete = useMay('owner');
  const [asking, setAsking] = useState(false);
  const { count, assignments, since, deleteAt, sample } = missing;
  const texts = textsOf(missing);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-base border border-line px-4 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap gap-x-3">
          <span className="font-semibold">{intl.formatMessage(texts.what, { count, assignments })}</span>
          <span className="text-muted">
            {intl.formatMessage(messages.since, { at: <Moment key="at" value={since} /> })}
          </span>
        </p>
        <p>
          {deleteAt
            ? intl.formatMessage(messages.deleteAt, { at: <Moment key="at" value={deleteAt} /> })
            : intl.formatMessage(messages.refused)}
        </p>
        <p className="break-all text-muted">
          {intl.formatMessage(messages.sample, {
            ids: <bdi key="ids">{sample.slice(0, SHOWN_IDS).join(', ')}</bdi>,
          })}
        </p>
      </div>
      {mayDelete && (
        <Button
          size="small"
          variant="danger"
          aria-label={intl.formatMessage(messages.deleteNamed, { name: intl.formatMessage(texts.name) })}
          onPress={() => setAsking(true)}
        >
          {intl.formatMessage(messages.delete)}
        </Button>
      )}
      {asking && <Question missing={missing} onClose={() => setAsking(false)} />}
    </div>
  );
}

/** Says in plain words what will be deleted, and asks. */
function Question({ missing, onClose }: { missing: MissingKind; onClose: () => void }) {
  const intl = useIntl();
  const describe = useDescribeError();
  const showSuccess = useSuccessToast();
  const word = useDeleteMissing();
  const { kind, count, assignments } = missing;
  const texts = textsOf(missing);
  return (
    <ConfirmDialog
      isOpen
      danger
      title={intl.formatMessage(texts.title)}
      text={intl.formatMessage(texts.text, { count, assignments })}
      loading={word.isPending}
      onAnswer={(accepted) => {
        if (!accepted) return onClose();
        word.mutate(
          { kind, count },
          {
            onSuccess: () => {
              onClose();
              showSuccess(messages.deleted);
            },
          },
        );
      }}
    >
      {word.error && (
        <div className="mt-4">
          <Notice severity="error">
            {isApiError(word.error, 'changed_meanwhile') ? intl.formatMessage(messages.changed) : describe(word.error)}
          </Notice>
        </div>
      )}
    </ConfirmDialog>
  );
}
