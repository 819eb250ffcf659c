import { useCallback } from 'react';
import { late, useWhenIdle } from '@/components/ui/late';
import { idleSettings } from '@/lib/site-settings';
import { useStore } from '@/lib/store';
import { signOutIdle } from '../api/logout';
import { useIdle } from '../use-idle';

const loadDialog = async () => (await import('./idle-dialog')).IdleDialog;
const IdleDialog = late(loadDialog);

/** Active while a learner is signed in: asks an idle learner whether somebody is there, and signs out without an answer. */
export function IdleWarning({ onSignOut }: { onSignOut: () => void }) {
  useWhenIdle(loadDialog);
  const settings = useStore(idleSettings);
  const away = useCallback(() => void signOutIdle(), []);
  const { left, stay } = useIdle(settings, away);
  return left === null ? null : <IdleDialog left={left} onStay={stay} onSignOut={onSignOut} />;
}
