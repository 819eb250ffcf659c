import { Clock, Mail, MapPin, MessageCircle, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { Notice } from '@/components/ui/notice';
import { defineMessages } from '@/i18n/define-messages';
import { When } from '../template';
import { useSiteInfo } from './site-context';

const messages = defineMessages({
  email: { id: 'contact.email', defaultMessage: 'E-mail' },
  phone: { id: 'contact.phone', defaultMessage: 'Phone' },
  whatsapp: { id: 'contact.whatsapp', defaultMessage: 'WhatsApp' },
  address: { id: 'contact.address', defaultMessage: 'Address' },
  hours: { id: 'contact.hours', defaultMessage: 'Working hours' },
  none: {
    id: 'contact.none',
    defaultMessage: 'The academy has not published its contact details yet.',
  },
});

const linkClass = 'font-semibold text-accent-ink underline-offset-4 hover:underline';

/** All published contact details of the academy. */
export function ContactDetails() {
  const intl = useIntl();
  const { email, phone, whatsapp, address, workingHours, links, contactForm } = useSiteInfo();
  const nothing = contactForm ? null : <Notice>{intl.formatMessage(messages.none)}</Notice>;
  return (
    <>
      <ul className="flex flex-col gap-4">
        <Row icon={<Phone size={20} />} label={intl.formatMessage(messages.phone)} value={phone}>
          <a dir="ltr" className={linkClass} href={links.phone}>
            {phone}
          </a>
        </Row>
        <Row icon={<MessageCircle size={20} />} label={intl.formatMessage(messages.whatsapp)} value={whatsapp}>
          <a dir="ltr" className={linkClass} rel="noreferrer" href={links.whatsapp}>
            {whatsapp}
          </a>
        </Row>
        <Row icon={<Mail size={20} />} label={intl.formatMessage(messages.email)} value={email}>
          <a dir="ltr" className={linkClass} href={links.email}>
            {email}
          </a>
        </Row>
        <Row icon={<MapPin size={20} />} label={intl.formatMessage(messages.address)} value={address}>
          <address dir="auto" className="whitespace-pre-line not-italic">
            {address}
          </address>
        </Row>
        <Row icon={<Clock size={20} />} label={intl.formatMessage(messages.hours)} value={workingHours}>
          <span dir="auto" className="whitespace-pre-line">
            {workingHours}
          </span>
        </Row>
      </ul>
      <When value={phone || whatsapp || email || address} otherwise={nothing}>
        {null}
      </When>
    </>
  );
}

function Row({ icon, label, value, children }: { icon: ReactNode; label: string; value: string; children: ReactNode }) {
  return (
    <When value={value}>
      <li className="card flex items-start gap-3 p-4 sm:gap-4 sm:p-5">
        <span
          aria-hidden="true"
          className="grid size-11 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-ink"
        >
          {icon}
        </span>
        <div className="min-w-0 flex-1">
          <h3 className="text-sm text-muted">{label}</h3>
          {children}
        </div>
      </li>
    </When>
  );
}
