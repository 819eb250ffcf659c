import { learnerExit, orErrorPage } from '@/app/guards';
import { profileQueryOptions } from '@/features/learner-profile/api/profile';
import { queryClient } from '@/lib/query-client';

export { UpdateInfoForm as Component } from '@/features/learner-profile/components/update-info-form';

export const loader = () => orErrorPage(() => queryClient.fetchQuery(profileQueryOptions()), learnerExit);
