import { checklistQueryOptions } from '@/features/dashboard/api/checklist';
import { figuresQueryOptions, uploadsQueryOptions } from '@/features/dashboard/api/figures';
import { firstStepsDismissed } from '@/features/dashboard/first-steps-dismissed';
import { queryClient } from '@/lib/query-client';
import { managerRole, may } from '@/lib/role';

export { DashboardPage as Component } from '@/features/dashboard/components/dashboard-page';

/** Everything that has a height is there when the page is, so that nothing moves. What is refused is told there. */
export async function loader() {
  await Promise.allSettled([
    queryClient.ensureQueryData(figuresQueryOptions()),
    may('manager') && queryClient.ensureQueryData(uploadsQueryOptions()),
    managerRole.get() === 'owner' && !firstStepsDismissed() && queryClient.ensureQueryData(checklistQueryOptions()),
  ]);
  return null;
}
