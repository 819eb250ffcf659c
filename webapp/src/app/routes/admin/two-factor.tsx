import { useLocation, useNavigate } from 'react-router';
import { ForcedSetup } from '@/features/two-factor/components/forced-setup';
import { forgetFirstCalls } from '@/lib/first-calls';
import { nextIn } from '@/lib/next-page';
import { paths } from '@/lib/paths';
import { setupRequired } from '@/lib/two-factor-setup';

export function Component() {
  const navigate = useNavigate();
  const next = nextIn('admin', useLocation().search);
  return (
    <ForcedSetup
      onDone={() => {
        setupRequired.set(false);
        // Begun with this page, they were refused for the lack of it.
        forgetFirstCalls();
        void navigate(next ?? paths.admin.home, { replace: true });
      }}
    />
  );
}
