import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '@/components/ui/button';
import { ColumnChoice, useHiddenColumns } from '@/components/ui/column-choice';
import { Notice } from '@/components/ui/notice';
import { PageTitle } from '@/components/ui/page-title';
import { Pagination } from '@/components/ui/pagination';
import { ListSearch } from '@/components/ui/list-search';
import { ListSkeleton } from '@/components/ui/skeleton';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import type { Learner } from '@/lib/models';
import { useStore } from '@/lib/store';
import { filterOf, usersQueryOptions } from '../api/fetch-users';
import { useExportUsers } from '../api/transfer';
import { leaving } from '../removals';
import { PAGE_SIZES, useUsersQuery } from '../users-query';
import { HIDDEN_AT_FIRST, usersColumns } from './users-columns';
import { UsersDialog, type AssignmentDialogs, type UserAct, type UsersQuestion } from './users-dialog';
import { UsersFilters } from './users-filters';
import { UsersSelection } from './users-selection';
import { UsersTable } from './users-table';
import { UsersTransferMenu } from './users-transfer-menu';
import { useUserActs } from '../use-user-acts';

const messages = defineMessages({
  title: { id: 'users.title', defaultMessage: 'Users' },
  create: { id: 'users.create', defaultMessage: 'New user' },
  search: { id: 'users.search', defaultMessage: 'Name, e-mail or phone' },
  count: { id: 'users.count', defaultMessage: '{count, plural, one {# user} other {# users}}' },
  again: { id: 'errorPage.again', defaultMessage: 'Try again' },
});

const NOBODY: ReadonlyMap<string, Learner> = new Map();
const NO_ROWS: readonly Learner[] = [];

/** All learners, a page at a time: found, narrowed, sorted, and changed one by one or many together. */
export function UsersPage({ dialogs }: { dialogs: AssignmentDialogs }) {
  const intl = useIntl();
  const describe = useDescribeError();
  const { query, change, next, previous } = useUsersQuery();
  const { data, error, isPlaceholderData, refetch } = useQuery(usersQueryOptions(query));
  const [hidden, setHidden] = useHiddenColumns('users', HIDDEN_AT_FIRST);
  const [selected, setSelected] = useState(NOBODY);
  const [question, setQuestion] = useState<UsersQuestion | null>(null);
  const gone = useStore(leaving);

  // A new page is drawn when there is time for it: whoever types goes on typing.
  const result = useDeferredValue(data?.result ?? NO_ROWS);
  const rows = useMemo(() => result.filter(({ _id }) => !gone.has(_id)), [result, gone]);
  const acts = useUserActs();
  const { act } = acts;
  const exporting = useExportUsers();
  const failure = acts.error ?? exporting.error;
  const onAct = useCallback((what: UserAct, user: Learner) => act(what, [user], setQuestion), [act]);
  const columns = useMemo(() => usersColumns(intl, onAct), [intl, onAct]);
  const onSelect = useCallback(
    (ids: ReadonlySet<string>) =>
      setSelected((before) => {
        const known = new Map([...before, ...rows.map((user) => [user._id, user] as const)]);
        return new Map([...ids].flatMap((id) => (known.has(id) ? [[id, known.get(id) as Learner]] : [])));
      }),
    [rows],
  );
  const onSort = useCallback((sort: string) => change({ sort }), [change]);
  const title = intl.formatMessage(messages.title);
  return (
    <div className="page flex flex-col gap-4 py-8">
      <PageTitle>{title}</PageTitle>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-2xl font-bold">{title}</h1>
          <p role="status" className="text-sm text-muted">
            {data && intl.formatMessage(messages.count, { count: data.total })}
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          <UsersTransferMenu
            busy={exporting.isPending}
            onExport={(courses) => exporting.mutate({ ...filterOf(query), courses, lang: intl.locale })}
          />
          <Button onPress={() => setQuestion({ kind: 'create' })}>
            <UserPlus aria-hidden size={18} />
            {intl.formatMessage(messages.create)}
          </Button>
        </div>
      </div>
      <div className="flex flex-wrap gap-3">
        <ListSearch
          label={intl.formatMessage(messages.search)}
          value={query.search}
          onSearch={(search) => change({ search }, true)}
        />
        <ColumnChoice columns={columns} hidden={hidden} onChange={setHidden} />
      </div>
      <UsersFilters query={query} onChange={change} />
      {error && (
        <Notice severity="error">
          <p>{describe(error)}</p>
          <Button size="small" variant="secondary" className="mt-2" onPress={() => void refetch()}>
            {intl.formatMessage(messages.again)}
          </Button>
        </Notice>
      )}
      {failure !== null && <Notice severity="error">{describe(failure)}</Notice>}
      {data ? (
        <>
          <UsersTable
            label={title}
            columns={columns}
            rows={rows}
            sort={query.sort}
            onSort={onSort}
            selected={selected}
            onSelect={onSelect}
            hidden={hidden}
            stale={isPlaceholderData || result !== data.result}
          />
          <Pagination
            page={query.page}
            pageSize={query.limit}
            shown={data.result.length}
            total={data.total}
            pageSizes={PAGE_SIZES}
            onPageSize={(limit) => change({ limit })}
            onPrevious={query.page > 0 ? previous : undefined}
            onNext={data.nextCursor && !isPlaceholderData ? () => next(data.nextCursor ?? '') : undefined}
          />
        </>
      ) : (
        !error && <ListSkeleton as="table" count={10} />
      )}
      <UsersSelection
        users={selected}
        busy={acts.busy}
        onClear={() => setSelected(NOBODY)}
        onAct={(what) => act(what, [...selected.values()], setQuestion)}
        onExport={() =>
          exporting.mutate({ clientIds: [...selected.keys()], sort: query.sort, courses: true, lang: intl.locale })
        }
      />
      <UsersDialog
        question={question}
        dialogs={dialogs}
        onClose={() => setQuestion(null)}
        onRemoved={() => setSelected(NOBODY)}
      />
    </div>
  );
}
