/** What can be the matter with the academy, by the codes of the server. */
import type { IntlShape, MessageDescriptor } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import { formatDuration } from '@/lib/duration';
import type { HealthItem } from '../api/health';

type Texts = Partial<Record<string, MessageDescriptor>>;

const names: Texts = defineMessages({
  disk: { id: 'health.name.disk', defaultMessage: 'Disk' },
  clock: { id: 'health.name.clock', defaultMessage: 'Clock' },
  'database-auth': { id: 'health.name.database-auth', defaultMessage: 'Accounts database' },
  'database-catalog': { id: 'health.name.database-catalog', defaultMessage: 'Courses database' },
  'database-enrollment': { id: 'health.name.database-enrollment', defaultMessage: 'Assignments database' },
  'database-presence': { id: 'health.name.database-presence', defaultMessage: 'Online status database' },
  backup: { id: 'health.name.backup', defaultMessage: 'Backup' },
  mail: { id: 'health.name.mail', defaultMessage: 'E-mail' },
  encoding: { id: 'health.name.encoding', defaultMessage: 'Videos' },
  feeds: { id: 'health.name.feeds', defaultMessage: 'Changes between services' },
  requests: { id: 'health.name.requests', defaultMessage: 'Errors' },
  speed: { id: 'health.name.speed', defaultMessage: 'Speed' },
  certificate: { id: 'health.name.certificate', defaultMessage: 'TLS certificate' },
  'grpc-certificate': { id: 'health.name.grpc-certificate', defaultMessage: 'Certificates between services' },
});

const matters: Texts = defineMessages({
  ok: { id: 'health.text.ok', defaultMessage: 'No problems' },
  unknown: { id: 'health.text.unknown', defaultMessage: 'Its state is not known.' },
  disk_low: { id: 'health.text.disk_low', defaultMessage: 'The disk is almost full.' },
  disk_full: { id: 'health.text.disk_full', defaultMessage: 'The disk is full.' },
  clock_jumped: {
    id: 'health.text.clock_jumped',
    defaultMessage: 'The server’s clock has jumped. The academy continues with the earlier time.',
  },
  database_busy: { id: 'health.text.database_busy', defaultMessage: 'Another program has locked the database.' },
  database_full: { id: 'health.text.database_full', defaultMessage: 'The disk is full, and nothing can be saved.' },
  database_read_only: { id: 'health.text.database_read_only', defaultMessage: 'The database cannot be written to.' },
  database_disk_error: { id: 'health.text.database_disk_error', defaultMessage: 'The disk reports errors.' },
  database_corrupt: { id: 'health.text.database_corrupt', defaultMessage: 'The database is damaged.' },
  database_damaged: { id: 'health.text.database_damaged', defaultMessage: 'A check found damage in the database.' },
  database_unreachable: {
    id: 'health.text.database_unreachable',
    defaultMessage: 'The database server does not respond.',
  },
  database_standby: {
    id: 'health.text.database_standby',
    defaultMessage: 'The database server is a standby and accepts no writes.',
  },
  database_error: { id: 'health.text.database_error', defaultMessage: 'The database refuses writes.' },
  database_replaced: {
    id: 'health.text.database_replaced',
    defaultMessage: 'The database file was moved, deleted or replaced.',
  },
  database_silent: { id: 'health.text.database_silent', defaultMessage: 'Nothing could be saved for 30 seconds.' },
  service_silent: { id: 'health.text.service_silent', defaultMessage: 'The service does not respond.' },
  backup_none: { id: 'health.text.backup_none', defaultMessage: 'There is no backup yet.' },
  backup_old: { id: 'health.text.backup_old', defaultMessage: 'The last backup is older than two days.' },
  backup_failed: { id: 'health.text.backup_failed', defaultMessage: 'The last backup failed.' },
  mail_waiting: { id: 'health.text.mail_waiting', defaultMessage: 'E-mails are not being delivered.' },
  mail_stuck: { id: 'health.text.mail_stuck', defaultMessage: 'No e-mail has been delivered for hours.' },
  mail_no_server: {
    id: 'health.text.mail_no_server',
    defaultMessage: 'E-mails are waiting because no mail server is set.',
  },
  encoding_waiting: {
    id: 'health.text.encoding_waiting',
    defaultMessage: 'Videos have been waiting a long time for processing.',
  },
  encoding_failed: { id: 'health.text.encoding_failed', defaultMessage: 'Videos could not be processed.' },
  feed_lost: { id: 'health.text.feed_lost', defaultMessage: 'A service does not receive changes from another one.' },
  feed_long_lost: {
    id: 'health.text.feed_long_lost',
    defaultMessage: 'A service has not received changes from another one for a long time.',
  },
  data_missing: {
    id: 'health.text.data_missing',
    defaultMessage: 'Learners or courses are missing although nobody deleted them. Access to them is blocked.',
  },
  list_refused: {
    id: 'health.text.list_refused',
    defaultMessage: 'So many learners or courses are missing that a database must have been lost or replaced.',
  },
  requests_failed: { id: 'health.text.requests_failed', defaultMessage: 'Some requests of the last day failed.' },
  requests_failing: { id: 'health.text.requests_failing', defaultMessage: 'Many requests are failing.' },
  requests_slow: { id: 'health.text.requests_slow', defaultMessage: 'Some requests took longer than two seconds.' },
  certificate_expiring: { id: 'health.text.certificate_expiring', defaultMessage: 'The certificate expires soon.' },
  certificate_expired: {
    id: 'health.text.certificate_expired',
    defaultMessage: 'The certificate expires within a day, or has expired.',
  },
  grpc_certificate_expiring: {
    id: 'health.text.grpc_certificate_expiring',
    defaultMessage: 'The certificate of a process expires soon.',
  },
  grpc_certificate_expired: {
    id: 'health.text.grpc_certificate_expired',
    defaultMessage: 'The certificate of a process expires within a day, or has expired.',
  },
});

const shared = defineMessages({
  freeSpace: { id: 'health.remedy.freeSpace', defaultMessage: 'Free up space, or use a larger disk.' },
  restore: {
    id: 'health.remedy.restore',
    defaultMessage: 'Stop the academy, restore the latest backup of this database, and check the disk.',
  },
  readMails: {
    id: 'health.remedy.mails',
    defaultMessage: 'Read the errors of the learners’ e-mails, and check the mail server.',
  },
  renew: { id: 'health.remedy.renew', defaultMessage: 'Renew it, and have the academy read it again.' },
  renewForCalls: {
    id: 'health.remedy.renewForCalls',
    defaultMessage:
      'See in the metrics which process it is, renew its certificate, and have the process read it again.',
  },
});

const remedies: Texts = {
  ...defineMessages({
    unknown: { id: 'health.remedy.unknown', defaultMessage: 'Wait until every service responds.' },
    database_busy: { id: 'health.remedy.database_busy', defaultMessage: 'Close the program that uses the file.' },
    database_read_only: {
      id: 'health.remedy.database_read_only',
      defaultMessage: 'Make the data folder writable, and look for disk errors in the system log.',
    },
    database_disk_error: {
      id: 'health.remedy.database_disk_error',
      defaultMessage: 'Replace the disk, and restore the latest backup if files are damaged.',
    },
    database_unreachable: {
      id: 'health.remedy.database_unreachable',
      defaultMessage: 'Start the database server, or check the connection to it.',
    },
    database_standby: {
      id: 'health.remedy.database_standby',
      defaultMessage: 'Look for the server that accepts writes, and name all servers in the address.',
    },
    database_error: { id: 'health.remedy.log', defaultMessage: 'Read the service log.' },
    database_replaced: {
      id: 'health.remedy.database_replaced',
      defaultMessage: 'Stop the academy, put the right file back or restore the latest backup, and start it again.',
    },
    database_silent: {
      id: 'health.remedy.database_silent',
      defaultMessage: 'Look for a disk or network storage that does not respond.',
    },
    service_silent: {
      id: 'health.remedy.service_silent',
      defaultMessage: 'It is restarted automatically. If this does not go away, read its log.',
    },
    backup_none: { id: 'health.remedy.backup_none', defaultMessage: 'Set up backups.' },
    backup_old: { id: 'health.remedy.backup_old', defaultMessage: 'Check that backups are still running.' },
    backup_failed: { id: 'health.remedy.backup_failed', defaultMessage: 'Read the error, and run the backup again.' },
    mail_no_server: {
      id: 'health.remedy.mail_no_server',
      defaultMessage: 'Start the academy with the address of a mail server.',
    },
    encoding_waiting: {
      id: 'health.remedy.encoding_waiting',
      defaultMessage: 'Wait, or use a machine with more processors.',
    },
    encoding_failed: {
      id: 'health.remedy.encoding_failed',
      defaultMessage: 'Look at the uploads, and try these videos again or upload them in another format.',
    },
    feed_lost: {
      id: 'health.remedy.feed_lost',
      defaultMessage: 'This goes away when the other service responds again.',
    },
    feed_long_lost: {
      id: 'health.remedy.feed_long_lost',
      defaultMessage: 'Read the service logs, and restart the academy.',
    },
    requests_failed: {
      id: 'health.remedy.requests_failed',
      defaultMessage: 'See below which were slow, and read the errors in the logs.',
    },
    requests_failing: {
      id: 'health.remedy.requests_failing',
      defaultMessage: 'Read the errors in the logs, and look for a service that does not respond.',
    },
    requests_slow: {
      id: 'health.remedy.requests_slow',
      defaultMessage:
        'See below which ones. If all are slow, the processor or the disk is busy: close other programs, or use a faster machine.',
    },
    clock_jumped: {
      id: 'health.remedy.clock_jumped',
      defaultMessage: 'Set the clock. If its new time is right, restart the academy.',
    },
    data_missing: {
      id: 'health.remedy.data_missing',
      defaultMessage:
        'Put the right database back within 7 days, and everything will be as before. After that, the assignments and progress in question are deleted. If the learners or courses were really deleted, an owner can delete that data at once.',
    },
    list_refused: {
      id: 'health.remedy.list_refused',
      defaultMessage:
        'Put the right database back, or restore a backup. Nothing is deleted in the meantime. If they were really deleted, an owner can confirm that here.',
    },
  }),
  disk_low: shared.freeSpace,
  disk_full: shared.freeSpace,
  database_full: shared.freeSpace,
  database_corrupt: shared.restore,
  database_damaged: shared.restore,
  mail_waiting: shared.readMails,
  mail_stuck: shared.readMails,
  certificate_expiring: shared.renew,
  certificate_expired: shared.renew,
  grpc_certificate_expiring: shared.renewForCalls,
  grpc_certificate_expired: shared.renewForCalls,
};

const figures = defineMessages({
  free: { id: 'health.figure.free', defaultMessage: '{size} free' },
  waiting: { id: 'health.figure.waiting', defaultMessage: 'The oldest has been waiting for {time}.' },
  failedRequests: {
    id: 'health.figure.failedRequests',
    defaultMessage: '{count, plural, one {# request} other {# requests}}',
  },
  failed: { id: 'health.figure.failed', defaultMessage: '{count, plural, one {# video} other {# videos}}' },
});

const said = (intl: IntlShape, known: MessageDescriptor | undefined, otherwise: string) =>
  known ? intl.formatMessage(known) : otherwise;

/** What is watched; the server's own word where there is none of ours. */
export const healthName = (intl: IntlShape, { name }: HealthItem) => said(intl, names[name], name);
export const healthText = (intl: IntlShape, { code, text }: HealthItem) => said(intl, matters[code], text);
export const healthRemedy = (intl: IntlShape, { code, remedy }: HealthItem) => said(intl, remedies[code], remedy);

const GIGA = 1_000_000_000;

/** The figure that belongs to an item, where it says more than its text; else empty. */
export function healthFigure(intl: IntlShape, { name, code, value }: HealthItem): string {
  if (code === 'unknown' || code === 'mail_no_server') return '';
  if (name === 'disk') {
    const size = intl.formatNumber(value / GIGA, { style: 'unit', unit: 'gigabyte', maximumFractionDigits: 1 });
    return intl.formatMessage(figures.free, { size });
  }
  if (code === 'encoding_failed') return intl.formatMessage(figures.failed, { count: value });
  if (name === 'requests') return value === 0 ? '' : intl.formatMessage(figures.failedRequests, { count: value });
  const time = name === 'mail' || name === 'encoding' ? formatDuration(intl, value) : '';
  return time && intl.formatMessage(figures.waiting, { time });
}
