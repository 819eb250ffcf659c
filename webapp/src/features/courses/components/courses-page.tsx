import { useQuery } from '@tanstack/react-query';
import { LayoutGrid, Plus, Rows3 } from 'lucide-react';
import { useIntl } from 'react-intl';
import { EmptyState } from '@/components/ui/empty-state';
import { IconButton } from '@/components/ui/icon-button';
import { LinkButton } from '@/components/ui/link-button';
import { ListSearch } from '@/components/ui/list-search';
import { PageTitle } from '@/components/ui/page-title';
import { PagedList } from '@/components/ui/paged-list';
import { Select } from '@/components/ui/select';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { cx } from '@/lib/cx';
import { paths } from '@/lib/paths';
import { useMay } from '@/lib/role';
import { useListUrl } from '@/lib/use-list-url';
import { coursesPageQueryOptions } from '../api/courses';
import { coursesFilterOf, coursesUrl, PAGE_SIZES } from '../courses-filter';
import { CourseCard } from './course-card';
import { CoursesTable } from './courses-table';

const messages = defineMessages({
  title: { id: 'courses.list.title', defaultMessage: 'Courses' },
  create: { id: 'courses.list.create', defaultMessage: 'New course' },
  sort: { id: 'courses.list.sort', defaultMessage: 'Sort by' },
  newest: { id: 'courses.sort.updated', defaultMessage: 'Recently updated' },
  created: { id: 'courses.sort.created', defaultMessage: 'Newest' },
  byTitle: { id: 'courses.sort.title', defaultMessage: 'Title (A–Z)' },
  byTitleDown: { id: 'courses.sort.titleDown', defaultMessage: 'Title (Z–A)' },
  oldest: { id: 'courses.sort.oldest', defaultMessage: 'Oldest' },
  oldestChange: { id: 'courses.sort.leastUpdated', defaultMessage: 'Least recently updated' },
  asCards: { id: 'courses.view.cards', defaultMessage: 'Cards' },
  asTable: { id: 'courses.view.table', defaultMessage: 'Table' },
  none: { id: 'courses.list.none', defaultMessage: 'The courses of the academy appear here.' },
  first: { id: 'courses.list.first', defaultMessage: 'Create the first course' },
});

/** All courses, a page at a time; what is shown stands in the address. */
export function CoursesPage() {
  const intl = useIntl();
  const edits = useMay('manager');
  const url = useListUrl(coursesUrl);
  const filter = coursesFilterOf(url.values);
  const asTable = url.values.view === 'table';
  const query = useQuery(coursesPageQueryOptions(filter));
  const title = intl.formatMessage(messages.title);
  const courses = query.data?.result ?? [];
  const viewClass = (chosen: boolean) => cx(chosen && 'bg-accent-soft text-accent-ink');
  return (
    <div className="page page-wide py-8">
      <PageTitle>{title}</PageTitle>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-2xl font-bold">{title}</h1>
        {edits && (
          <LinkButton to={paths.admin.createCourse}>
            <Plus aria-hidden size={18} />
            {intl.formatMessage(messages.create)}
          </LinkButton>
        )}
      </div>
      <div className="mb-5 flex flex-wrap items-end gap-3">
        <ListSearch label={intl.formatMessage(common.search)} value={filter.search} onSearch={(q) => url.set({ q })} />
        <Select
          label={intl.formatMessage(messages.sort)}
          value={filter.sort}
          options={[
            ['-updatedAt', intl.formatMessage(messages.newest)],
            ['updatedAt', intl.formatMessage(messages.oldestChange)],
            ['-createdAt', intl.formatMessage(messages.created)],
            ['createdAt', intl.formatMessage(messages.oldest)],
            ['title', intl.formatMessage(messages.byTitle)],
            ['-title', intl.formatMessage(messages.byTitleDown)],
          ]}
          onChange={(sort) => url.set({ sort })}
        />
        <div role="group" aria-label={title} className="flex gap-1">
          <IconButton
            label={intl.formatMessage(messages.asCards)}
            aria-pressed={!asTable}
            className={viewClass(!asTable)}
            onPress={() => url.set({ view: 'cards' })}
          >
            <LayoutGrid aria-hidden size={18} />
          </IconButton>
          <IconButton
            label={intl.formatMessage(messages.asTable)}
            aria-pressed={asTable}
            className={viewClass(asTable)}
            onPress={() => url.set({ view: 'table' })}
          >
            <Rows3 aria-hidden size={18} />
          </IconButton>
        </div>
      </div>
      <PagedList query={query} url={url} pageSizes={PAGE_SIZES} shown={courses.length} as={asTable ? 'table' : 'cards'}>
        {(stale) =>
          courses.length === 0 ? (
            <EmptyState text={filter.search ? undefined : intl.formatMessage(messages.none)}>
              {edits && !filter.search && (
                <LinkButton to={paths.admin.createCourse} variant="secondary">
                  {intl.formatMessage(messages.first)}
                </LinkButton>
              )}
            </EmptyState>
          ) : asTable ? (
            <CoursesTable
              label={title}
              courses={courses}
              sort={filter.sort}
              stale={stale}
              onSort={(sort) => url.set({ sort })}
            />
          ) : (
            <ul
              aria-busy={stale}
              className={cx(
                'grid gap-6 transition-opacity duration-200 sm:grid-cols-2 desk:grid-cols-3 wide:grid-cols-4',
                stale && 'opacity-60',
              )}
            >
              {courses.map((course) => (
                <li key={course._id}>
                  <CourseCard course={course} />
                </li>
              ))}
            </ul>
          )
        }
      </PagedList>
    </div>
  );
}
