import { useNavigate } from 'react-router';
import { ManagerSignupForm } from '@/features/manager-auth/components/manager-signup-form';
import { paths } from '@/lib/paths';

export function Component() {
  const navigate = useNavigate();
  return <ManagerSignupForm onSuccess={() => void navigate(paths.admin.login, { replace: true })} />;
}
