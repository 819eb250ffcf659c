import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from 'react-router';
import { managerExit, orErrorPage } from '@/app/guards';
import { late } from '@/components/ui/late';
import { usersQueryOptions } from '@/features/users/api/fetch-users';
import type { AssignmentDialogs } from '@/features/users/components/users-dialog';
import { UsersPage } from '@/features/users/components/users-page';
import { readUsersQuery } from '@/features/users/users-query';
import { queryClient } from '@/lib/query-client';

const AssignManyDialog = late(
  async () => (await import('@/features/assignments/components/assign-many-dialog')).AssignManyDialog,
);
const ExtendDialog = late(async () => (await import('@/features/assignments/components/extend-dialog')).ExtendDialog);

export const loader = ({ request }: LoaderFunctionArgs) =>
  orErrorPage(
    () => queryClient.fetchQuery(usersQueryOptions(readUsersQuery(new URL(request.url).searchParams))),
    managerExit,
  );

/** The list itself fetches the rest of what its address says. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname !== nextUrl.pathname;

const dialogs: AssignmentDialogs = {
  assign: (clientIds, onClose) => <AssignManyDialog clientIds={clientIds} onClose={onClose} />,
  extend: (clientIds, onClose) => <ExtendDialog userIds={clientIds} onClose={onClose} />,
};

export const Component = () => <UsersPage dialogs={dialogs} />;
