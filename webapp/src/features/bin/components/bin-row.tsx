import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Moment } from '@/components/ui/moment';
import { Notice } from '@/components/ui/notice';
import { useSuccessToast } from '@/components/ui/use-success-toast';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import { useMay } from '@/lib/role';
import { usePurgeItem, useRestoreItem, type BinItem } from '../api/bin';

const messages = defineMessages({
  by: { id: 'bin.by', defaultMessage: 'deleted by {name}' },
  left: {
    id: 'bin.left',
    defaultMessage: '{days, plural, =0 {is deleted for good today} one {# day left} other {# days left}}',
  },
  restore: { id: 'bin.restore', defaultMessage: 'Restore' },
  restoreNamed: { id: 'bin.restore.named', defaultMessage: 'Restore: {name}' },
  restored: { id: 'bin.restored', defaultMessage: 'Restored.' },
  purge: { id: 'bin.purge', defaultMessage: 'Delete for good' },
  purgeNamed: { id: 'bin.purge.named', defaultMessage: 'Delete for good: {name}' },
  purgeText: {
    id: 'bin.purge.text',
    defaultMessage: 'All its data is deleted too: videos, assignments and progress. This cannot be undone.',
  },
  purged: { id: 'bin.purged', defaultMessage: 'Deleted for good.' },
});

const kinds = defineMessages({
  course: { id: 'bin.kind.course', defaultMessage: 'Course' },
  learner: { id: 'bin.kind.learner', defaultMessage: 'Learner' },
});

const DAY_MS = 86_400_000;

const daysLeft = ({ purgeAt }: BinItem): number =>
  Math.max(0, Math.ceil((new Date(purgeAt).getTime() - Date.now()) / DAY_MS));

export function BinRow({ item }: { item: BinItem }) {
  const intl = useIntl();
  const describe = useDescribeError();
  const showSuccess = useSuccessToast();
  const mayPurge = useMay('owner');
  const [asking, setAsking] = useState(false);
  const restore = useRestoreItem();
  const name = item.title;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
      <div className="min-w-0 flex-1 basis-60">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="min-w-0 font-semibold break-words">
            <bdi>{name}</bdi>
          </h2>
          <Badge severity={item.kind === 'course' ? 'info' : 'secondary'}>
            {intl.formatMessage(item.kind === 'course' ? kinds.course : kinds.learner)}
          </Badge>
        </div>
        <p className="mt-1 flex flex-wrap gap-x-3 text-sm text-muted">
          <Moment value={item.deletedAt} />
          <span>{intl.formatMessage(messages.by, { name: <bdi key="name">{item.deletedBy}</bdi> })}</span>
          <span>{intl.formatMessage(messages.left, { days: daysLeft(item) })}</span>
        </p>
      </div>
      <div className="flex gap-2">
        <Button
          size="small"
          variant="secondary"
          aria-label={intl.formatMessage(messages.restoreNamed, { name })}
          loading={restore.isPending}
          onPress={() =>
            restore.mutate(item._id, { onSuccess: () => showSuccess(messages.restored, { summary: name }) })
          }
        >
          {intl.formatMessage(messages.restore)}
        </Button>
        {mayPurge && (
          <Button
            size="small"
            variant="danger"
            aria-label={intl.formatMessage(messages.purgeNamed, { name })}
            onPress={() => setAsking(true)}
          >
            {intl.formatMessage(messages.purge)}
          </Button>
        )}
      </div>
      {restore.error && (
        <div className="w-full">
          <Notice severity="error">{describe(restore.error)}</Notice>
        </div>
      )}
      {asking && <PurgeQuestion item={item} onClose={() => setAsking(false)} />}
    </li>
  );
}

/** Asks before an item is deleted for good. */
function PurgeQuestion({ item, onClose }: { item: BinItem; onClose: () => void }) {
  const intl = useIntl();
  const describe = useDescribeError();
  const showSuccess = useSuccessToast();
  const purge = usePurgeItem();
  return (
    <ConfirmDialog
      isOpen
      danger
      title={intl.formatMessage(messages.purgeNamed, { name: <bdi key="name">{item.title}</bdi> })}
      text={intl.formatMessage(messages.purgeText)}
      loading={purge.isPending}
      onAnswer={(accepted) => {
        if (!accepted) return onClose();
        purge.mutate(item._id, {
          onSuccess: () => {
            onClose();
            showSuccess(messages.purged, { summary: item.title });
          },
        });
      }}
    >
      {purge.error && (
        <div className="mt-4">
          <Notice severity="error">{describe(purge.error)}</Notice>
        </div>
      )}
    </ConfirmDialog>
  );
}
