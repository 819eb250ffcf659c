import { redirect } from 'react-router';
import { learnerExit, orErrorPage } from '@/app/guards';
import { bankQueryOptions } from '@/features/learner-profile/api/bank';
import { isApiError } from '@/lib/api-error';
import { paths } from '@/lib/paths';
import { queryClient } from '@/lib/query-client';

export { BankForm as Component } from '@/features/learner-profile/components/bank-form';

export const loader = async () => {
  const bank = await orErrorPage(async () => {
    try {
      return await queryClient.fetchQuery(bankQueryOptions());
    } catch (error) {
      if (isApiError(error, 'reauthentication_required')) return null;
      throw error;
    }
  }, learnerExit);
  // Asked for the password, the learner would rather not.
  if (bank === null) throw redirect(paths.client.updateInfo);
  return bank;
};
