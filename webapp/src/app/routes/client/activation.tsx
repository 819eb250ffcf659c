import { useSearchParams } from 'react-router';
import { ActivationPanel } from '@/features/learner-auth/components/activation-panel';
import { withoutDirections } from '@/lib/directions';

export function Component() {
  const [query] = useSearchParams();
  // Anybody can write such a link.
  return <ActivationPanel email={withoutDirections(query.get('email') ?? '')} token={query.get('token') ?? ''} />;
}
