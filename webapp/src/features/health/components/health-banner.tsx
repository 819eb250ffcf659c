import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { useLocation } from 'react-router';
import { Notice } from '@/components/ui/notice';
import { TextLink } from '@/components/ui/text-link';
import { defineMessages } from '@/i18n/define-messages';
import { paths } from '@/lib/paths';
import { healthQueryOptions, type HealthItem } from '../api/health';
import { healthName } from './health-texts';

const messages = defineMessages({
  failing: { id: 'health.banner.failing', defaultMessage: 'Something in the academy is not working: {names}' },
  warning: { id: 'health.banner.warning', defaultMessage: 'Something in the academy needs attention: {names}' },
  more: { id: 'health.banner.more', defaultMessage: 'What to do' },
});

/** For so long the page alone says that there is no backup yet: nobody makes one in the first minutes. */
const BACKUP_QUIET_MS = 24 * 3_600_000;

/** These are about a day that is over: the page tells them. */
const OF_THE_DAY = ['requests_failed', 'requests_slow'];

const isQuiet = ({ code, since }: HealthItem, now: number) =>
  OF_THE_DAY.includes(code) || (code === 'backup_none' && now - Date.parse(since) < BACKUP_QUIET_MS);

/** Tells managers on every screen what is the matter, until it is no more; asks for it while they are signed in. */
export function HealthBanner({ signedIn }: { signedIn: boolean }) {
  const intl = useIntl();
  const { pathname } = useLocation();
  const { data = [], dataUpdatedAt } = useQuery({ ...healthQueryOptions(), enabled: signedIn });
  const failing = data.filter(({ state }) => state === 'failing');
  const told =
    failing.length > 0 ? failing : data.filter((item) => item.state === 'warning' && !isQuiet(item, dataUpdatedAt));
  // The screen itself says more.
  if (told.length === 0 || pathname === paths.admin.health) return null;
  const names = intl.formatList(
    told.map((item) => healthName(intl, item)),
    { type: 'unit' },
  );
  return (
    <div className="page pt-4">
      <Notice severity={failing.length > 0 ? 'error' : 'warn'}>
        <p>
          <span className="me-3">
            {intl.formatMessage(failing.length > 0 ? messages.failing : messages.warning, { names })}
          </span>
          <TextLink to={paths.admin.health}>{intl.formatMessage(messages.more)}</TextLink>
        </p>
      </Notice>
    </div>
  );
}
