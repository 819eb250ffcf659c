import { useLoaderData, useNavigate } from 'react-router';
import { signupAllowed } from '@/app/guards';
import { ManagerSignupForm } from '@/features/manager-auth/components/manager-signup-form';
import { paths } from '@/lib/paths';

export const loader = signupAllowed;

export function Component() {
  const navigate = useNavigate();
  const { setupCodeRequired } = useLoaderData<typeof loader>();
  return (
    <ManagerSignupForm
      setupCodeRequired={setupCodeRequired}
      onSuccess={() => void navigate(paths.admin.login, { replace: true })}
    />
  );
}
