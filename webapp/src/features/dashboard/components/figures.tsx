import { CalendarClock, CloudUpload, GraduationCap, Wifi } from 'lucide-react';
import { useIntl } from 'react-intl';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import type { DashboardFigures, UploadInWork } from '@/lib/models';
import { onlineUsers } from '@/lib/online-users';
import { paths } from '@/lib/paths';
import { useMay } from '@/lib/role';
import { useStore } from '@/lib/store';
import { isStopped } from '../api/figures';
import { FigureTile } from './figure-tile';

const messages = defineMessages({
  label: { id: 'dashboard.figures', defaultMessage: 'Figures' },
  online: { id: 'dashboard.online', defaultMessage: 'Online now' },
  onlineText: { id: 'dashboard.online.text', defaultMessage: 'learners on the site now' },
  active: { id: 'dashboard.active', defaultMessage: 'Active learners' },
  activeText: {
    id: 'dashboard.active.text',
    defaultMessage: 'watched in the last 30 days, {today, number} of them today',
  },
  expiring: { id: 'dashboard.expiring', defaultMessage: 'Expiring soon' },
  expiringText: { id: 'dashboard.expiring.text', defaultMessage: 'assignments that end within 7 days' },
  uploads: { id: 'dashboard.uploads', defaultMessage: 'Uploads in progress' },
  uploadsText: {
    id: 'dashboard.uploads.text',
    defaultMessage: '{failed, plural, =0 {none has failed} one {# has failed} other {# have failed}}',
  },
});

/** The numbers of now. Online comes from the live connection. */
export function Figures({
  figures,
  uploads,
  refused,
}: {
  figures?: DashboardFigures;
  uploads?: readonly UploadInWork[];
  /** Those that could not be asked, so that nothing waits for them. */
  refused: { figures: boolean; uploads: boolean };
}) {
  const intl = useIntl();
  const watchesUploads = useMay('manager');
  const online = useStore(onlineUsers);
  const unknown = intl.formatMessage(common.nothing);
  const number = (value: number | undefined, none?: boolean) =>
    value !== undefined ? intl.formatNumber(value) : none ? unknown : null;
  const failed = uploads?.filter(isStopped).length ?? 0;
  return (
    <ul
      aria-label={intl.formatMessage(messages.label)}
      className="grid grid-cols-2 gap-4 tight:grid-cols-1 lg:grid-cols-4"
    >
      <FigureTile
        live
        name={intl.formatMessage(messages.online)}
        value={number(online?.total)}
        text={intl.formatMessage(messages.onlineText)}
        icon={<Wifi aria-hidden size={20} />}
        to={`${paths.admin.users}?online=true`}
      />
      <FigureTile
        name={intl.formatMessage(messages.active)}
        value={number(figures?.activeLearners, refused.figures)}
        text={figures && intl.formatMessage(messages.activeText, { today: figures.activeToday })}
        icon={<GraduationCap aria-hidden size={20} />}
      />
      <FigureTile
        name={intl.formatMessage(messages.expiring)}
        value={number(figures?.expiringSoon, refused.figures)}
        text={intl.formatMessage(messages.expiringText)}
        icon={<CalendarClock aria-hidden size={20} />}
        to={`${paths.admin.users}?expiring=true`}
      />
      {watchesUploads && (
        <FigureTile
          name={intl.formatMessage(messages.uploads)}
          value={number(uploads && uploads.length - failed, refused.uploads)}
          text={uploads && intl.formatMessage(messages.uploadsText, { failed })}
          icon={<CloudUpload aria-hidden size={20} />}
        />
      )}
    </ul>
  );
}
