import { useSearchParams } from 'react-router';
import { ActivationPanel } from '@/features/learner-auth/components/activation-panel';

export function Component() {
  const [query] = useSearchParams();
  return <ActivationPanel email={query.get('email') ?? ''} token={query.get('token') ?? ''} />;
}
