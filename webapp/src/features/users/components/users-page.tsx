import { useSuspenseQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { EmptyState } from '@/components/ui/empty-state';
import { PageTitle } from '@/components/ui/page-title';
import { TextField } from '@/components/ui/text-field';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { foldText } from '@/lib/fold-text';
import { addToast, SUCCESS_LIFE_MS } from '@/lib/toast';
import { useCreateUser } from '../api/change-user';
import { usersQueryOptions } from '../api/fetch-users';
import { UserForm } from './user-form';
import { UsersTable } from './users-table';

const messages = defineMessages({
  title: { id: 'users.title', defaultMessage: 'Users' },
  create: { id: 'users.create', defaultMessage: 'New user' },
  created: { id: 'users.created', defaultMessage: 'The user was created.' },
  count: { id: 'users.count', defaultMessage: '{count, plural, one {# user} other {# users}}' },
});

export function UsersPage() {
  const intl = useIntl();
  const { data } = useSuspenseQuery(usersQueryOptions());
  const [search, setSearch] = useState('');
  const [creating, setCreating] = useState(false);
  const create = useCreateUser();
  const wanted = useDeferredValue(foldText(search));
  const indexed = useMemo(
    () => data.map((user) => ({ user, text: foldText(`${user.fullname} ${user.email} ${user.phonenumber}`) })),
    [data],
  );
  const shown = useMemo(
    () => indexed.filter(({ text }) => text.includes(wanted)).map(({ user }) => user),
    [indexed, wanted],
  );
  const title = intl.formatMessage(messages.title);
  return (
    <div className="page py-8">
      <PageTitle>{title}</PageTitle>
      <div className="mb-5 flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-2xl font-bold">{title}</h1>
          <p role="status" className="text-sm text-muted">
            {intl.formatMessage(messages.count, { count: shown.length })}
          </p>
        </div>
        <div className="flex flex-wrap items-end gap-3">
          <TextField type="search" label={intl.formatMessage(common.search)} value={search} onChange={setSearch} />
          <Button onPress={() => setCreating(true)}>
            <UserPlus aria-hidden size={18} />
            {intl.formatMessage(messages.create)}
          </Button>
        </div>
      </div>
      {shown.length === 0 ? <EmptyState /> : <UsersTable users={shown} label={title} />}
      <Dialog title={intl.formatMessage(messages.create)} isOpen={creating} onOpenChange={setCreating}>
        <UserForm
          onSubmit={(input) => create.mutateAsync(input)}
          onDone={() => {
            setCreating(false);
            addToast({
              severity: 'success',
              summary: intl.formatMessage(common.success),
              detail: intl.formatMessage(messages.created),
              life: SUCCESS_LIFE_MS,
            });
          }}
        />
      </Dialog>
    </div>
  );
}
