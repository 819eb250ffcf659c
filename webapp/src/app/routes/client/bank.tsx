import { learnerExit, orErrorPage } from '@/app/guards';
import { bankQueryOptions } from '@/features/learner-profile/api/bank';
import { queryClient } from '@/lib/query-client';

export { BankForm as Component } from '@/features/learner-profile/components/bank-form';

export const loader = () => orErrorPage(() => queryClient.fetchQuery(bankQueryOptions()), learnerExit);
