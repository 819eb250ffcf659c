import { useNavigate } from 'react-router';
import { ForcedSetup } from '@/features/two-factor/components/forced-setup';
import { paths } from '@/lib/paths';
import { setupRequired } from '@/lib/two-factor-setup';

export function Component() {
  const navigate = useNavigate();
  return (
    <ForcedSetup
      onDone={() => {
        setupRequired.set(false);
        void navigate(paths.admin.home, { replace: true });
      }}
    />
  );
}
