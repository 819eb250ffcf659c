import { LibraryBig } from 'lucide-react';
import { useIntl } from 'react-intl';
import { useLocation } from 'react-router';
import { UserMenu } from '@/components/layout/user-menu';
import { FormSkeleton, ListSkeleton, WatchSkeleton } from '@/components/ui/skeleton';
import { defineMessages } from '@/i18n/define-messages';
import { paths } from '@/lib/paths';
import { learnerSession } from '@/lib/session';
import { useStore } from '@/lib/store';
import { LoadingFrame } from '../loading-frame';

const messages = defineMessages({
  courses: { id: 'client.menu.courses', defaultMessage: 'Courses' },
  account: { id: 'client.menu.account', defaultMessage: 'Account menu' },
  settings: { id: 'client.menu.settings', defaultMessage: 'Settings' },
  mine: { id: 'myCourses.title', defaultMessage: 'My courses' },
});

export default function Loading() {
  const intl = useIntl();
  const { pathname } = useLocation();
  const session = useStore(learnerSession.state);
  if (!session) return null;
  const watch = pathname.startsWith(paths.client.course(''));
  const settings = pathname.startsWith('/client/update');
  const courses = { label: intl.formatMessage(messages.courses), icon: <LibraryBig aria-hidden size={18} /> };
  return (
    <LoadingFrame
      home={paths.client.home}
      mode="static"
      person={`learner:${session.identity.clientId}`}
      menu={[{ ...courses, to: '/client/courses' }]}
      actions={<UserMenu label={intl.formatMessage(messages.account)} name={session.identity.fullname} entries={[]} />}
      title={watch ? undefined : intl.formatMessage(settings ? messages.settings : messages.mine)}
    >
      {watch ? <WatchSkeleton /> : settings ? <FormSkeleton /> : <ListSkeleton as="cards" />}
    </LoadingFrame>
  );
}
