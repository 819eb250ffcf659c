import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useNavigate } from 'react-router';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Dialog } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import type { Learner } from '@/lib/models';
import { paths } from '@/lib/paths';
import { addToast, SUCCESS_LIFE_MS } from '@/lib/toast';
import { useRemoveUser, useSetActive, useUpdateUser } from '../api/change-user';
import { usersQueryOptions } from '../api/fetch-users';
import { UserBadges } from './user-badges';
import { UserForm } from './user-form';

const messages = defineMessages({
  edit: { id: 'users.edit', defaultMessage: 'Edit' },
  editTitle: { id: 'users.edit.title', defaultMessage: 'Edit user' },
  activate: { id: 'users.activate', defaultMessage: 'Activate' },
  deactivate: { id: 'users.deactivate', defaultMessage: 'Deactivate' },
  updated: { id: 'users.updated', defaultMessage: 'User updated successfully' },
  removeText: {
    id: 'users.remove.text',
    defaultMessage: 'The user’s sessions, assignments and progress are removed too.',
  },
  unknown: { id: 'users.unknown', defaultMessage: 'This user does not exist any more.' },
});

export function UserDetails({ clientId }: { clientId: string }) {
  const intl = useIntl();
  const { data } = useSuspenseQuery(usersQueryOptions());
  const user = data.find(({ _id }) => _id === clientId);
  if (!user) return <Notice severity="warn">{intl.formatMessage(messages.unknown)}</Notice>;
  return <Details user={user} />;
}

function Details({ user }: { user: Learner }) {
  const intl = useIntl();
  const navigate = useNavigate();
  const describe = useDescribeError();
  const [dialog, setDialog] = useState<'edit' | 'remove' | null>(null);
  const update = useUpdateUser(user._id);
  const setActive = useSetActive();
  const remove = useRemoveUser();
  const failure = setActive.error ?? remove.error;
  const tell = () =>
    addToast({
      severity: 'success',
      summary: intl.formatMessage(common.success),
      detail: intl.formatMessage(messages.updated),
      life: SUCCESS_LIFE_MS,
    });
  const allowed = user.active && user.activated;
  const facts = [
    [common.email, user.email],
    [common.phone, user.phonenumber],
    [common.address, user.address],
  ] as const;
  return (
    <section aria-label={user.fullname} className="card p-6">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div>
          <h1 className="mb-2 text-2xl font-bold">
            <bdi>{user.fullname}</bdi>
          </h1>
          <UserBadges user={user} />
        </div>
        <div className="flex flex-wrap gap-2">
          <Button size="small" variant="secondary" onPress={() => setDialog('edit')}>
            {intl.formatMessage(messages.edit)}
          </Button>
          <Button
            size="small"
            variant="secondary"
            loading={setActive.isPending}
            onPress={() => setActive.mutate({ clientId: user._id, active: !allowed }, { onSuccess: tell })}
          >
            {intl.formatMessage(allowed ? messages.deactivate : messages.activate)}
          </Button>
          <Button size="small" variant="danger" onPress={() => setDialog('remove')}>
            {intl.formatMessage(common.remove)}
          </Button>
        </div>
      </div>
      {failure && (
        <div className="mt-4">
          <Notice severity="error">{describe(failure)}</Notice>
        </div>
      )}
      <dl className="mt-5 grid gap-4 sm:grid-cols-3">
        {facts.map(([label, value]) => (
          <div key={label.id}>
            <dt className="text-sm text-muted">{intl.formatMessage(label)}</dt>
            <dd>
              {value ? (
                <bdi dir={label === common.address ? 'auto' : 'ltr'}>{value}</bdi>
              ) : (
                intl.formatMessage(common.nothing)
              )}
            </dd>
          </div>
        ))}
      </dl>
      <Dialog
        title={intl.formatMessage(messages.editTitle)}
        isOpen={dialog === 'edit'}
        onOpenChange={(open) => setDialog(open ? 'edit' : null)}
      >
        <UserForm
          initial={{ fullname: user.fullname, email: user.email, phonenumber: user.phonenumber, address: user.address }}
          onSubmit={(input) => update.mutateAsync(input)}
          onDone={() => {
            setDialog(null);
            tell();
          }}
        />
      </Dialog>
      <ConfirmDialog
        danger
        isOpen={dialog === 'remove'}
        text={intl.formatMessage(messages.removeText)}
        loading={remove.isPending}
        onAnswer={(accepted) => {
          if (accepted)
            remove.mutate(user._id, {
              onSuccess: () => void navigate(paths.admin.users),
              onSettled: () => setDialog(null),
            });
          else setDialog(null);
        }}
      />
    </section>
  );
}
