import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { memo, useCallback, useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { AcademyZone } from '@/components/ui/academy-zone';
import { Button } from '@/components/ui/button';
import { ColumnChoice, useHiddenColumns } from '@/components/ui/column-choice';
import { late } from '@/components/ui/late';
import { Notice } from '@/components/ui/notice';
import { PageTitle } from '@/components/ui/page-title';
import { ListSearch } from '@/components/ui/list-search';
import { PagedTable } from '@/components/ui/paged-list';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import type { Learner } from '@/lib/models';
import { useMay } from '@/lib/role';
import { useStore } from '@/lib/store';
import { filterOf, usersQueryOptions } from '../api/fetch-users';
import { useExportUsers } from '../api/transfer';
import { pendingRemovals } from '../removals';
import { useSelection } from '../use-selection';
import { isNarrowed, PAGE_SIZES, useUsersUrl } from '../users-query';
import { HIDDEN_AT_FIRST, usersColumns } from './users-columns';
import type { AssignmentDialogs, UserAction, UsersQuestion } from './users-dialog';
import { BulkFailures } from './bulk-failures';
import { UsersFilters } from './users-filters';
import { UsersSelection } from './users-selection';
import { UsersTransferMenu } from './users-transfer-menu';
import { BulkProgress } from './bulk-progress';
import { useUserActions } from '../use-user-actions';

const UsersDialog = late(async () => (await import('./users-dialog')).UsersDialog);

const messages = defineMessages({
  title: { id: 'users.title', defaultMessage: 'Users' },
  create: { id: 'users.create', defaultMessage: 'New learner' },
  search: { id: 'users.search', defaultMessage: 'Name, e-mail or phone' },
  count: { id: 'users.count', defaultMessage: '{count, plural, one {# learner} other {# learners}}' },
  none: { id: 'users.none', defaultMessage: 'Learners appear here once they have an account.' },
  atLeast: { id: 'users.count.atLeast', defaultMessage: 'More than {count, number} learners' },
  choosing: { id: 'users.selection.choosing', defaultMessage: 'Selecting all learners found' },
  changing: { id: 'users.selection.changing', defaultMessage: 'Updating the selected learners' },
});

const NO_ROWS: readonly Learner[] = [];
const idOf = ({ _id }: Learner) => _id;

/** All learners, a page at a time: found, narrowed, sorted, and changed one by one or many together. */
export function UsersPage({ dialogs }: { dialogs: AssignmentDialogs }) {
  const intl = useIntl();
  const changes = useMay('manager');
  const describe = useDescribeError();
  const url = useUsersUrl();
  const query = url.values;
  const page = useQuery(usersQueryOptions(query));
  const { data } = page;
  const [hidden, setHidden] = useHiddenColumns('users', HIDDEN_AT_FIRST);
  const [question, setQuestion] = useState<UsersQuestion | null>(null);
  const removed = useStore(pendingRemovals);

  // Renders a new page at low priority, so that typing is not delayed.
  const result = useDeferredValue(data?.result ?? NO_ROWS);
  const rows = useMemo(() => result.filter(({ _id }) => !removed.has(_id)), [result, removed]);
  const selection = useSelection(rows);
  const actions = useUserActions();
  const { act } = actions;
  const exporting = useExportUsers();
  const failure = actions.error ?? exporting.error ?? selection.error;
  const onAct = useCallback((what: UserAction, user: Learner) => act(what, [user], setQuestion), [act]);
  const columns = useMemo(() => usersColumns(intl, onAct), [intl, onAct]);
  const title = intl.formatMessage(messages.title);
  // The controls round the table are memoised, and choosing a row does not change what they are given.
  const chosen = useRef(selection.users);
  useLayoutEffect(() => {
    chosen.current = selection.users;
  }, [selection.users]);
  const { set } = url;
  const { mutate: exportUsers } = exporting;
  const { selectAll } = selection;
  const onCreate = useCallback(() => setQuestion({ kind: 'create' }), []);
  const onSearch = useCallback((search: string) => set({ search }), [set]);
  const onAll = useCallback(() => selectAll(query), [selectAll, query]);
  const onActChosen = useCallback((what: UserAction) => act(what, [...chosen.current.values()], setQuestion), [act]);
  const onExportChosen = useCallback(
    () => exportUsers({ clientIds: [...chosen.current.keys()], sort: query.sort, courses: true, lang: intl.locale }),
    [exportUsers, query.sort, intl.locale],
  );
  return (
    <div className="page page-wide flex flex-col gap-4 py-8">
      <PageTitle>{title}</PageTitle>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-2xl font-bold">{title}</h1>
          <p role="status" className="text-sm text-muted">
            {data && intl.formatMessage(data.totalAtLeast ? messages.atLeast : messages.count, { count: data.total })}
          </p>
        </div>
        {changes && (
          <div className="flex flex-wrap gap-3">
            <UsersTransferMenu
              busy={exporting.isPending}
              onExport={(courses) => exportUsers({ ...filterOf(query), courses, lang: intl.locale })}
            />
            <Create onPress={onCreate} />
          </div>
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        <ListSearch label={intl.formatMessage(messages.search)} value={query.search} onSearch={onSearch} />
        <ColumnChoice columns={columns} hidden={hidden} onChange={setHidden} />
      </div>
      <UsersFilters query={query} onChange={set} />
      {failure !== null && <Notice severity="error">{describe(failure)}</Notice>}
      <BulkFailures failed={actions.failed} users={selection.users} />
      <AcademyZone>
        <PagedTable
          label={title}
          empty={isNarrowed(query) ? undefined : intl.formatMessage(messages.none)}
          columns={columns}
          rows={rows}
          rowId={idOf}
          query={page}
          url={url}
          pageSizes={PAGE_SIZES}
          shown={data?.result.length ?? 0}
          selected={selection.ids}
          onSelect={selection.select}
          hidden={hidden}
          stale={data !== undefined && result !== data.result}
        />
      </AcademyZone>
      {actions.progress ? (
        <BulkProgress label={intl.formatMessage(messages.changing)} progress={actions.progress} onStop={actions.stop} />
      ) : selection.progress ? (
        <BulkProgress
          label={intl.formatMessage(messages.choosing)}
          progress={selection.progress}
          onStop={selection.stop}
        />
      ) : (
        <UsersSelection
          count={selection.users.size}
          found={data?.total ?? 0}
          busy={actions.busy}
          onAll={data && data.total > data.result.length && selection.allOf !== query ? onAll : undefined}
          onClear={selection.clear}
          onAct={onActChosen}
          onExport={onExportChosen}
        />
      )}
      {question && (
        <UsersDialog
          question={question}
          dialogs={dialogs}
          onClose={() => setQuestion(null)}
          onRemoved={selection.clear}
          onConfirmed={(what, users) => {
            actions.run(what, users);
            if (what === 'remove') selection.clear();
          }}
        />
      )}
    </div>
  );
}

const Create = memo(function Create({ onPress }: { onPress: () => void }) {
  const intl = useIntl();
  return (
    <Button onPress={onPress}>
      <UserPlus aria-hidden size={18} />
      {intl.formatMessage(messages.create)}
    </Button>
  );
});
