import { UnlockPanel } from '@/features/unlock/components/unlock-panel';

export function Component() {
  return <UnlockPanel person="learner" />;
}
