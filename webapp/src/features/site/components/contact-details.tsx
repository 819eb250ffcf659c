import { Clock, Mail, MapPin, MessageCircle, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { Notice } from '@/components/ui/notice';
import { defineMessages } from '@/i18n/define-messages';
import { useSiteInfo } from './site-context';

const messages = defineMessages({
  email: { id: 'contact.email', defaultMessage: 'E-mail' },
  phone: { id: 'contact.phone', defaultMessage: 'Phone' },
  whatsapp: { id: 'contact.whatsapp', defaultMessage: 'WhatsApp' },
  address: { id: 'contact.address', defaultMessage: 'Address' },
  hours: { id: 'contact.hours', defaultMessage: 'Working hours' },
  none: {
    id: 'contact.none',
    defaultMessage:
      'The academy has not published its contact details yet. Your teacher or your organisation can reach us for you.',
  },
});

const linkClass = 'font-semibold text-accent-ink underline underline-offset-4';

export function ContactDetails() {
  const intl = useIntl();
  const site = useSiteInfo();
  const rows: [typeof Mail, string, ReactNode][] = [];
  if (site.email)
    rows.push([
      Mail,
      intl.formatMessage(messages.email),
      <a key="e" dir="ltr" className={linkClass} href={`mailto:${site.email}`}>
        {site.email}
      </a>,
    ]);
  if (site.phone)
    rows.push([
      Phone,
      intl.formatMessage(messages.phone),
      <a key="p" dir="ltr" className={linkClass} href={`tel:${site.phone.replace(/[^\d+]/g, '')}`}>
        {site.phone}
      </a>,
    ]);
  if (site.whatsapp)
    rows.push([
      MessageCircle,
      intl.formatMessage(messages.whatsapp),
      <a
        key="w"
        dir="ltr"
        className={linkClass}
        rel="noreferrer"
        href={`https://wa.me/${site.whatsapp.replace(/\D/g, '')}`}
      >
        {site.whatsapp}
      </a>,
    ]);
  if (site.address)
    rows.push([
      MapPin,
      intl.formatMessage(messages.address),
      <span key="a" className="whitespace-pre-line">
        {site.address}
      </span>,
    ]);
  if (site.workingHours)
    rows.push([Clock, intl.formatMessage(messages.hours), <span key="h">{site.workingHours}</span>]);
  if (rows.length === 0) return <Notice>{intl.formatMessage(messages.none)}</Notice>;
  return (
    <dl className="grid gap-5 sm:grid-cols-2">
      {rows.map(([Icon, label, value]) => (
        <div key={label} className="card flex flex-col gap-1 p-5">
          <dt className="flex items-center gap-3 text-sm text-muted">
            <span
              aria-hidden="true"
              className="grid size-9 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-ink"
            >
              <Icon size={18} />
            </span>
            {label}
          </dt>
          <dd className="ps-12">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
