import { useIntl } from 'react-intl';
import { Select } from '@/components/ui/select';
import { defineMessages } from '@/i18n/define-messages';
import { roleNames, roleTexts } from '@/i18n/role-messages';
import { ROLES, type Role } from '@/lib/role';

const messages = defineMessages({
  role: { id: 'managers.role', defaultMessage: 'Role' },
});

/** One of the roles, and what it allows. */
export function RoleChoice({ value, onChange }: { value: Role; onChange: (role: Role) => void }) {
  const intl = useIntl();
  return (
    <div className="flex flex-col gap-1.5">
      <Select
        label={intl.formatMessage(messages.role)}
        value={value}
        options={ROLES.map((role) => [role, intl.formatMessage(roleNames[role])] as const)}
        onChange={onChange}
      />
      <p className="text-sm text-muted">{intl.formatMessage(roleTexts[value])}</p>
    </div>
  );
}
