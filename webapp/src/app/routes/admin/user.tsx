import { useLoaderData, useParams, type LoaderFunctionArgs } from 'react-router';
import { managerExit, orErrorPage } from '@/app/guards';
import { learnerCoursesQueryOptions } from '@/features/assignments/api/assignments';
import { LearnerCoursesPanel } from '@/features/assignments/components/learner-courses-panel';
import { usersQueryOptions } from '@/features/users/api/fetch-users';
import { UserDetails } from '@/features/users/components/user-details';
import { isApiError } from '@/lib/api-error';
import { queryClient } from '@/lib/query-client';

export const loader = ({ params }: LoaderFunctionArgs) =>
  orErrorPage(async () => {
    const [, known] = await Promise.all([
      queryClient.fetchQuery(usersQueryOptions()),
      queryClient.fetchQuery(learnerCoursesQueryOptions(params.clientId ?? '')).then(
        () => true,
        (error: unknown) => {
          // A learner who is gone is told on this screen.
          if (isApiError(error) && error.status === 404) return false;
          throw error;
        },
      ),
    ]);
    return { known };
  }, managerExit);

export function Component() {
  const { clientId = '' } = useParams();
  const { known } = useLoaderData<typeof loader>();
  return (
    <div className="page flex flex-col gap-6 py-8">
      <UserDetails clientId={clientId} />
      {known && <LearnerCoursesPanel key={clientId} clientId={clientId} />}
    </div>
  );
}
