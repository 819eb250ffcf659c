import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useIntl } from 'react-intl';
import { useLocation } from 'react-router';
import { Drawer } from '@/components/ui/drawer';
import { QueryView } from '@/components/ui/query-view';
import { TextLink } from '@/components/ui/text-link';
import { defineMessages } from '@/i18n/define-messages';
import { paths } from '@/lib/paths';
import { auditQueryOptions } from '../api/audit';
import { AuditList } from './audit-list';

const messages = defineMessages({
  title: { id: 'audit.lately', defaultMessage: 'Recent activity' },
  none: { id: 'audit.none', defaultMessage: 'What happens in the academy appears here.' },
  all: { id: 'audit.lately.all', defaultMessage: 'Show all activity' },
});

/** How many events the panel tells; the rest is on its own screen. */
const SHOWN = 20;
/** While it is open it follows what happens. */
const REFETCH_MS = 10_000;

interface Props {
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The shell's right-hand panel: the last events of the audit trail. */
export function RecentActivityPanel({ isOpen, onOpenChange }: Props) {
  const intl = useIntl();
  return (
    <Drawer side="end" title={intl.formatMessage(messages.title)} isOpen={isOpen} onOpenChange={onOpenChange}>
      <Lately onOpenChange={onOpenChange} />
    </Drawer>
  );
}

// Asked again each time the panel opens: it is about now.
function Lately({ onOpenChange }: Pick<Props, 'onOpenChange'>) {
  const intl = useIntl();
  const { pathname } = useLocation();
  const { data, error, isPending, refetch } = useInfiniteQuery({
    ...auditQueryOptions({}),
    staleTime: 0,
    refetchInterval: REFETCH_MS,
  });
  // A link inside leads to another screen, which the panel must not cover.
  const opened = useRef(pathname);
  useEffect(() => {
    if (opened.current !== pathname) onOpenChange(false);
  }, [pathname, onOpenChange]);
  return (
    <>
      <QueryView query={{ data, error, isPending, refetch }} empty={intl.formatMessage(messages.none)}>
        {(events) => <AuditList label={intl.formatMessage(messages.title)} events={events.slice(0, SHOWN)} />}
      </QueryView>
      <TextLink to={paths.admin.audit}>{intl.formatMessage(messages.all)}</TextLink>
    </>
  );
}
