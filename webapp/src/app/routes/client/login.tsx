import { useLocation, useNavigate } from 'react-router';
import { LoginForm } from '@/features/learner-auth/components/login-form';
import { nextIn } from '@/lib/next-page';
import { paths } from '@/lib/paths';

export function Component() {
  const navigate = useNavigate();
  const next = nextIn('client', useLocation().search);
  return <LoginForm next={next} onSuccess={() => void navigate(next ?? paths.client.courses, { replace: true })} />;
}
