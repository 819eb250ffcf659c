import { useIntl, type MessageDescriptor } from 'react-intl';
import { useLocation, useMatches } from 'react-router';
import { Breadcrumbs as Trail, type Crumb } from '@/components/ui/breadcrumbs';
import { pages } from '@/app/pages.json';
import { defineMessages } from '@/i18n/define-messages';

const messages = defineMessages({
  admin: { id: 'breadcrumbs.admin', defaultMessage: 'Admin' },
  users: { id: 'breadcrumbs.users', defaultMessage: 'Users' },
  user: { id: 'breadcrumbs.user', defaultMessage: 'User' },
  courses: { id: 'breadcrumbs.courses', defaultMessage: 'Courses' },
  course: { id: 'breadcrumbs.course', defaultMessage: 'Course' },
  list: { id: 'breadcrumbs.list', defaultMessage: 'List' },
  import: { id: 'breadcrumbs.import', defaultMessage: 'Import' },
  create: { id: 'breadcrumbs.create', defaultMessage: 'Create' },
  managers: { id: 'breadcrumbs.managers', defaultMessage: 'Managers' },
  dashboard: { id: 'breadcrumbs.dashboard', defaultMessage: 'Dashboard' },
  site: { id: 'site.editor.title', defaultMessage: 'Site' },
  audit: { id: 'breadcrumbs.audit', defaultMessage: 'Activity' },
  bin: { id: 'bin.title', defaultMessage: 'Bin' },
  health: { id: 'health.title', defaultMessage: 'Health' },
  'not-allowed': { id: 'breadcrumbs.notAllowed', defaultMessage: 'Not allowed' },
  account: { id: 'breadcrumbs.account', defaultMessage: 'My account' },
  preview: { id: 'breadcrumbs.preview', defaultMessage: 'Preview' },
  update: { id: 'breadcrumbs.update', defaultMessage: 'Update' },
});

const KNOWN: Partial<Record<string, MessageDescriptor>> = messages;
const OPAQUE_ID = /^(?:\d+|[0-9a-f]{8}-[0-9a-f-]{27})$/i;

export interface BreadcrumbHandle {
  breadcrumb?: readonly MessageDescriptor[];
}

/** The route's own list, else the path's segments without ids, each with a capital, separated by slashes (section 2). */
export function Breadcrumbs() {
  const intl = useIntl();
  const { pathname } = useLocation();
  const own = useMatches()
    .map(({ handle }) => (handle as BreadcrumbHandle | undefined)?.breadcrumb)
    .findLast((list) => list !== undefined);
  return (
    <Trail
      crumbs={
        own
          ? own.map((message) => ({ label: intl.formatMessage(message) }))
          : crumbsOf(pathname, (message) => intl.formatMessage(message))
      }
    />
  );
}

function crumbsOf(pathname: string, format: (message: MessageDescriptor) => string): Crumb[] {
  const segments = pathname.split('/').filter((segment) => segment !== '');
  return segments.flatMap((segment, index) => {
    if (OPAQUE_ID.test(segment)) return [];
    const known = KNOWN[segment];
    const label = known ? format(known) : segment.charAt(0).toUpperCase() + segment.slice(1);
    const to = `/${segments.slice(0, index + 1).join('/')}`;
    return [{ label, to: pages.includes(to) ? to : undefined }];
  });
}
