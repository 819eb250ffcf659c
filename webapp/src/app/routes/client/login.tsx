import { useNavigate } from 'react-router';
import { LoginForm } from '@/features/learner-auth/components/login-form';
import { paths } from '@/lib/paths';

export function Component() {
  const navigate = useNavigate();
  return <LoginForm onSuccess={() => void navigate(paths.client.courses, { replace: true })} />;
}
