import { useIntl } from 'react-intl';
import { useNavigate } from 'react-router';
import { PageTitle } from '@/components/ui/page-title';
import { ChangePasswordCard } from '@/features/manager-auth/components/change-password-dialog';
import { ManagerProfile } from '@/features/manager-auth/components/manager-profile';
import { TwoFactorCard } from '@/features/two-factor/components/two-factor-card';
import { OwnSessions } from '@/features/sessions/components/own-sessions';
import { defineMessages } from '@/i18n/define-messages';
import { paths } from '@/lib/paths';

const messages = defineMessages({ title: { id: 'admin.account.title', defaultMessage: 'My account' } });

export function Component() {
  const intl = useIntl();
  const navigate = useNavigate();
  const title = intl.formatMessage(messages.title);
  return (
    <div className="page page-narrow flex flex-col gap-6 py-8">
      <PageTitle>{title}</PageTitle>
      <h1 className="text-2xl font-bold">{title}</h1>
      <ManagerProfile />
      <ChangePasswordCard />
      <TwoFactorCard />
      <OwnSessions as="manager" onSignOutHere={() => void navigate(paths.admin.logout)} />
    </div>
  );
}
