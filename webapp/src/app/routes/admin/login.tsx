import { useLocation, useNavigate } from 'react-router';
import { ManagerLoginForm } from '@/features/manager-auth/components/manager-login-form';
import { nextIn } from '@/lib/next-page';
import { paths } from '@/lib/paths';

export function Component() {
  const navigate = useNavigate();
  const next = nextIn('admin', useLocation().search);
  return <ManagerLoginForm next={next} onSuccess={() => void navigate(next ?? paths.admin.home, { replace: true })} />;
}
