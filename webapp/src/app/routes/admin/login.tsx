import { useNavigate } from 'react-router';
import { ManagerLoginForm } from '@/features/manager-auth/components/manager-login-form';
import { paths } from '@/lib/paths';

export function Component() {
  const navigate = useNavigate();
  return <ManagerLoginForm onSuccess={() => void navigate(paths.admin.home, { replace: true })} />;
}
