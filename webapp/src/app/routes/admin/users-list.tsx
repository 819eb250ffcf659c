import { managerExit, orErrorPage } from '@/app/guards';
import { usersQueryOptions } from '@/features/users/api/fetch-users';
import { queryClient } from '@/lib/query-client';

export { UsersPage as Component } from '@/features/users/components/users-page';

export const loader = () => orErrorPage(() => queryClient.fetchQuery(usersQueryOptions()), managerExit);
