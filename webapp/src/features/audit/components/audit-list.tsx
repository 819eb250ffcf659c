import type { ReactNode } from 'react';
import { useIntl, type MessageDescriptor } from 'react-intl';
import { Link } from 'react-router';
import { DeviceName } from '@/components/ui/device-name';
import { Moment } from '@/components/ui/moment';
import { defineMessages } from '@/i18n/define-messages';
import { paths } from '@/lib/paths';
import type { AuditEvent, AuditParty } from '../api/audit';
import { detailText, detailValue, inReadingOrder } from './audit-details';
import { actionText, actorTexts } from './audit-texts';

const messages = defineMessages({
  by: { id: 'audit.by', defaultMessage: 'by {actor}' },
  from: { id: 'audit.from', defaultMessage: 'from {peer}' },
});

/** Events as sentences: what was done to whom, by whom, when and from where. */
export function AuditList({ label, events }: { label: string; events: readonly AuditEvent[] }) {
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {events.map((event) => (
        <li key={event._id} className="py-3">
          <Event event={event} />
        </li>
      ))}
    </ul>
  );
}

function Event({ event }: { event: AuditEvent }) {
  const intl = useIntl();
  const { action, actor, subject, at, peer, device } = event;
  const known = actionText(action);
  const themselves = actor._id !== '' && actor._id === subject._id;
  const told = Object.entries(event.details).filter(([key, value]) => value !== '' && !key.endsWith('Id'));
  const details = inReadingOrder(told);
  return (
    <>
      <p className="flex flex-wrap gap-x-2">
        <span className="font-semibold">{known ? intl.formatMessage(known) : <bdi>{action}</bdi>}</span>
        {(subject.name || subject._id) && <Party party={subject} />}
      </p>
      <p className="flex flex-wrap gap-x-3 text-sm text-muted">
        <Moment value={at} />
        {!themselves && <span>{intl.formatMessage(messages.by, { actor: <Party key="actor" party={actor} /> })}</span>}
        {peer && <span>{intl.formatMessage(messages.from, { peer: <bdi key="peer">{peer}</bdi> })}</span>}
        {device && <DeviceName userAgent={device} />}
      </p>
      {details.length > 0 && (
        <dl className="mt-1 flex flex-wrap gap-x-4 text-sm">
          {details.map(([key, value]) => (
            <div key={key} className="flex max-w-full min-w-0 gap-1.5">
              <dt className="shrink-0 text-muted">{detailName(key, intl.formatMessage)}</dt>
              <dd className="min-w-0 wrap-anywhere">
                <Value>{detailValue(intl, key, value)}</Value>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

/** Text is isolated; a date isolates its own parts, and must follow the page's direction. */
const Value = ({ children }: { children: ReactNode }) =>
  typeof children === 'string' ? <bdi>{children}</bdi> : children;

/** Someone or something by name, with the way there where the academy has a screen for it. */
function Party({ party: { kind, _id, name } }: { party: AuditParty }): ReactNode {
  const intl = useIntl();
  const nameless = (actorTexts as Partial<Record<string, MessageDescriptor>>)[kind];
  const text = name || (nameless ? intl.formatMessage(nameless) : _id);
  const to = kind === 'learner' ? paths.admin.user(_id) : kind === 'course' ? paths.admin.course(_id) : null;
  if (!to || !_id) return <bdi>{text}</bdi>;
  return (
    <Link to={to} className="tap text-accent-ink underline underline-offset-4">
      <bdi>{text}</bdi>
    </Link>
  );
}

function detailName(key: string, format: (message: MessageDescriptor) => string): ReactNode {
  const known = detailText(key);
  return known ? format(known) : <bdi>{key}</bdi>;
}
