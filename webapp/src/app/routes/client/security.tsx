import { useIntl } from 'react-intl';
import { useNavigate } from 'react-router';
import { PageTitle } from '@/components/ui/page-title';
import { ChangePasswordForm } from '@/features/learner-auth/components/change-password-form';
import { OwnSessions } from '@/features/sessions/components/own-sessions';
import { defineMessages } from '@/i18n/define-messages';
import { paths } from '@/lib/paths';

const messages = defineMessages({ title: { id: 'client.settings.security', defaultMessage: 'Security' } });

export function Component() {
  const intl = useIntl();
  const navigate = useNavigate();
  const title = intl.formatMessage(messages.title);
  return (
    <div className="flex flex-col gap-6">
      <PageTitle>{title}</PageTitle>
      <h1 className="text-2xl font-bold">{title}</h1>
      <ChangePasswordForm />
      {/* Last, as their number is known only when they have come: nothing below them moves. */}
      <OwnSessions as="learner" onSignOutHere={() => void navigate(paths.client.logout)} />
    </div>
  );
}
