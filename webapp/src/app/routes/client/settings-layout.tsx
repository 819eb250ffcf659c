import { KeyRound, Landmark, Palette, UserRound } from 'lucide-react';
import { useIntl } from 'react-intl';
import { Outlet } from 'react-router';
import { MenuList } from '@/components/layout/menu-list';
import { defineMessages } from '@/i18n/define-messages';
import { paths } from '@/lib/paths';

const messages = defineMessages({
  label: { id: 'client.settings.groups', defaultMessage: 'Settings groups' },
  personal: { id: 'client.settings.personal', defaultMessage: 'Personal' },
  security: { id: 'client.settings.security', defaultMessage: 'Security' },
  display: { id: 'client.settings.display', defaultMessage: 'Display' },
  bank: { id: 'bank.title', defaultMessage: 'Bank info' },
});

/** The frame of the learner's settings, with links between their groups. */
export function Component() {
  const intl = useIntl();
  return (
    <div className="page page-narrow py-8">
      <nav aria-label={intl.formatMessage(messages.label)} className="mb-6 border-b border-line pb-2">
        <MenuList
          horizontal
          items={[
            {
              label: intl.formatMessage(messages.personal),
              icon: <UserRound aria-hidden size={18} />,
              to: paths.client.updateInfo,
            },
            {
              label: intl.formatMessage(messages.security),
              icon: <KeyRound aria-hidden size={18} />,
              to: paths.client.security,
            },
            {
              label: intl.formatMessage(messages.display),
              icon: <Palette aria-hidden size={18} />,
              to: paths.client.display,
            },
            {
              label: intl.formatMessage(messages.bank),
              icon: <Landmark aria-hidden size={18} />,
              to: paths.client.bank,
            },
          ]}
        />
      </nav>
      <Outlet />
    </div>
  );
}
