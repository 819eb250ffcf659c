import { useQuery } from '@tanstack/react-query';
import { LayoutGrid, Plus, Rows3 } from 'lucide-react';
import { useIntl } from 'react-intl';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { IconButton } from '@/components/ui/icon-button';
import { LinkButton } from '@/components/ui/link-button';
import { ListSearch } from '@/components/ui/list-search';
import { Notice } from '@/components/ui/notice';
import { PageTitle } from '@/components/ui/page-title';
import { Pagination } from '@/components/ui/pagination';
import { Select } from '@/components/ui/select';
import { ListSkeleton } from '@/components/ui/skeleton';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import { cx } from '@/lib/cx';
import { paths } from '@/lib/paths';
import { useListUrl } from '@/lib/use-list-url';
import { coursesPageQueryOptions } from '../api/courses';
import { coursesFilterOf, DEFAULT_SORT, PAGE_SIZES } from '../courses-filter';
import { CourseCard } from './course-card';
import { CoursesTable } from './courses-table';

const messages = defineMessages({
  title: { id: 'courses.list.title', defaultMessage: 'Courses' },
  create: { id: 'courses.list.create', defaultMessage: 'New course' },
  sort: { id: 'courses.list.sort', defaultMessage: 'Order' },
  newest: { id: 'courses.sort.updated', defaultMessage: 'Changed last' },
  created: { id: 'courses.sort.created', defaultMessage: 'Created last' },
  byTitle: { id: 'courses.sort.title', defaultMessage: 'Title' },
  byTitleDown: { id: 'courses.sort.titleDown', defaultMessage: 'Title, from the end' },
  oldest: { id: 'courses.sort.oldest', defaultMessage: 'Created first' },
  oldestChange: { id: 'courses.sort.leastUpdated', defaultMessage: 'Changed first' },
  asCards: { id: 'courses.view.cards', defaultMessage: 'As cards' },
  asTable: { id: 'courses.view.table', defaultMessage: 'As a table' },
  again: { id: 'errorPage.again', defaultMessage: 'Try again' },
  first: { id: 'courses.list.first', defaultMessage: 'Create the first course' },
});

/** All courses, a page at a time; what is shown stands in the address. */
export function CoursesPage() {
  const intl = useIntl();
  const describe = useDescribeError();
  const url = useListUrl();
  const filter = coursesFilterOf(url.get);
  const asTable = url.get('view') === 'table';
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(coursesPageQueryOptions(filter));
  const title = intl.formatMessage(messages.title);
  const courses = data?.result ?? [];
  const viewClass = (chosen: boolean) => cx(chosen && 'bg-accent-soft text-accent-ink');
  return (
    <div className="page py-8">
      <PageTitle>{title}</PageTitle>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-2xl font-bold">{title}</h1>
        <LinkButton to={paths.admin.createCourse}>
          <Plus aria-hidden size={18} />
          {intl.formatMessage(messages.create)}
        </LinkButton>
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
          onChange={(sort) => url.set({ sort: sort === DEFAULT_SORT ? '' : sort })}
        />
        <div role="group" aria-label={title} className="flex gap-1">
          <IconButton
            label={intl.formatMessage(messages.asCards)}
            aria-pressed={!asTable}
            className={viewClass(!asTable)}
            onPress={() => url.set({ view: '' })}
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
      {error && (
        <div className="mb-5">
          <Notice severity="error">
            <p>{describe(error)}</p>
            <Button size="small" variant="secondary" className="mt-2" onPress={() => void refetch()}>
              {intl.formatMessage(messages.again)}
            </Button>
          </Notice>
        </div>
      )}
      {isPending && <ListSkeleton as={asTable ? 'table' : 'cards'} />}
      {data &&
        (courses.length === 0 ? (
          <EmptyState>
            {!filter.search && (
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
            stale={isPlaceholderData}
            onSort={(sort) => url.set({ sort: sort === DEFAULT_SORT ? '' : sort })}
          />
        ) : (
          <ul
            aria-busy={isPlaceholderData}
            className={cx(
              'grid gap-6 transition duration-200 sm:grid-cols-2 desk:grid-cols-3',
              isPlaceholderData && 'opacity-60',
            )}
          >
            {courses.map((course) => (
              <li key={course._id}>
                <CourseCard course={course} />
              </li>
            ))}
          </ul>
        ))}
      {courses.length > 0 && (
        <div className="mt-6">
          <Pagination
            page={url.page}
            pageSize={filter.limit}
            shown={courses.length}
            total={data?.total}
            onPrevious={url.previous}
            onNext={url.next(data?.nextCursor)}
            pageSizes={PAGE_SIZES}
            onPageSize={(size) => url.set({ size: size === PAGE_SIZES[0] ? '' : String(size) })}
          />
        </div>
      )}
    </div>
  );
}
