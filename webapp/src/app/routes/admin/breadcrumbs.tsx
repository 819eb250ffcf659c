import { useIntl, type MessageDescriptor } from 'react-intl';
import { useLocation, useMatches } from 'react-router';
import { defineMessages } from '@/i18n/define-messages';

const messages = defineMessages({
  label: { id: 'breadcrumbs.label', defaultMessage: 'Breadcrumbs' },
  admin: { id: 'breadcrumbs.admin', defaultMessage: 'Admin' },
  users: { id: 'breadcrumbs.users', defaultMessage: 'Users' },
  user: { id: 'breadcrumbs.user', defaultMessage: 'User' },
  courses: { id: 'breadcrumbs.courses', defaultMessage: 'Courses' },
  course: { id: 'breadcrumbs.course', defaultMessage: 'Course' },
  list: { id: 'breadcrumbs.list', defaultMessage: 'List' },
  create: { id: 'breadcrumbs.create', defaultMessage: 'Create' },
  audit: { id: 'breadcrumbs.audit', defaultMessage: 'Activity' },
  account: { id: 'breadcrumbs.account', defaultMessage: 'My account' },
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
  const crumbs = own
    ? own.map((message) => intl.formatMessage(message))
    : pathname
        .split('/')
        .filter((segment) => segment !== '' && !OPAQUE_ID.test(segment))
        .map((segment) => {
          const known = KNOWN[segment];
          return known ? intl.formatMessage(known) : segment.charAt(0).toUpperCase() + segment.slice(1);
        });
  return (
    <nav aria-label={intl.formatMessage(messages.label)} className="border-b border-line py-2 text-sm text-muted">
      <ol className="page flex flex-wrap gap-2">
        {crumbs.map((crumb, index) => (
          <li
            key={`${index}-${crumb}`}
            className="flex gap-2 not-first:before:text-line-strong not-first:before:content-['/']"
          >
            <span aria-current={index === crumbs.length - 1 ? 'page' : undefined}>{crumb}</span>
          </li>
        ))}
      </ol>
    </nav>
  );
}
