import { FileSpreadsheet } from 'lucide-react';
import { useIntl } from 'react-intl';
import { useNavigate } from 'react-router';
import { buttonClass } from '@/components/ui/button-styles';
import { Menu } from '@/components/ui/menu';
import { defineMessages } from '@/i18n/define-messages';
import { paths } from '@/lib/paths';

const messages = defineMessages({
  label: { id: 'users.csv', defaultMessage: 'CSV' },
  import: { id: 'users.csv.import', defaultMessage: 'Import a file' },
  export: { id: 'users.csv.export', defaultMessage: 'Export this list' },
  courses: { id: 'users.csv.exportCourses', defaultMessage: 'Export this list with courses' },
});

/** Learners as a CSV file: in and out. */
export function UsersTransferMenu({ busy, onExport }: { busy: boolean; onExport: (courses: boolean) => void }) {
  const intl = useIntl();
  const navigate = useNavigate();
  const label = intl.formatMessage(messages.label);
  return (
    <Menu
      label={label}
      className={buttonClass('secondary', 'normal')}
      face={
        <>
          <FileSpreadsheet aria-hidden size={18} />
          {label}
        </>
      }
      actions={[
        {
          id: 'import',
          label: intl.formatMessage(messages.import),
          onAction: () => void navigate(paths.admin.importUsers),
        },
        {
          id: 'export',
          label: intl.formatMessage(messages.export),
          isDisabled: busy,
          onAction: () => onExport(false),
        },
        {
          id: 'courses',
          label: intl.formatMessage(messages.courses),
          isDisabled: busy,
          onAction: () => onExport(true),
        },
      ]}
    />
  );
}
