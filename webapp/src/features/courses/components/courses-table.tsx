import { useIntl } from 'react-intl';
import { Link } from 'react-router';
import { useDesktop } from '@/components/layout/use-desktop';
import { AcademyZone } from '@/components/ui/academy-zone';
import { CourseImage } from '@/components/ui/course-image';
import { DataTable, type TableColumn } from '@/components/ui/data-table';
import { AcademyDay } from '@/components/ui/day';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { formatDuration } from '@/lib/duration';
import type { Course } from '@/lib/models';
import { paths } from '@/lib/paths';
import { toSort, toTableSort } from '@/lib/use-list-url';
import { CourseActions } from './course-actions';

const messages = defineMessages({
  lessons: { id: 'parts.title', defaultMessage: 'Lessons' },
  length: { id: 'courses.length', defaultMessage: 'Length' },
  updated: { id: 'courses.updatedAt', defaultMessage: 'Updated' },
  created: { id: 'courses.createdAt', defaultMessage: 'Created' },
  actions: { id: 'assign.actions', defaultMessage: 'Actions' },
});

export interface CoursesTableProps {
  label: string;
  courses: readonly Course[];
  sort: string;
  onSort: (sort: string) => void;
  stale: boolean;
}

/** What a narrow window has no room for; the list can be sorted by it all the same. */
const WIDE_ONLY = new Set(['length', 'createdAt']);
const NONE = new Set<string>();

/** Courses by a line each, to compare and to sort. */
export function CoursesTable({ label, courses, sort, onSort, stale }: CoursesTableProps) {
  const intl = useIntl();
  const wide = useDesktop();
  const columns: TableColumn<Course>[] = [
    {
      id: 'title',
      header: intl.formatMessage(common.title),
      isRowHeader: true,
      sortable: true,
      cell: (course) => (
        <span className="flex items-center gap-3 desk:min-w-64">
          <CourseImage image={course.image} seed={course._id} className="w-20! shrink-0 rounded-base" />
          <Link to={paths.admin.course(course._id)} className="tap underline-offset-4 hover:underline" dir="auto">
            {course.title}
          </Link>
        </span>
      ),
    },
    {
      id: 'lessons',
      header: intl.formatMessage(messages.lessons),
      cell: ({ parts }) => intl.formatNumber(parts.length),
    },
    {
      id: 'length',
      header: intl.formatMessage(messages.length),
      cell: ({ parts }) =>
        formatDuration(
          intl,
          parts.reduce((sum, { duration }) => sum + duration, 0),
        ) || intl.formatMessage(common.nothing),
    },
    {
      id: 'updatedAt',
      header: intl.formatMessage(messages.updated),
      sortable: true,
      cell: ({ updatedAt }) => <AcademyDay value={updatedAt} />,
    },
    {
      id: 'createdAt',
      header: intl.formatMessage(messages.created),
      sortable: true,
      cell: ({ createdAt }) => <AcademyDay value={createdAt} />,
    },
    {
      id: 'actions',
      header: intl.formatMessage(messages.actions),
      cell: (course) => (
        <span className="flex gap-2 not-desk:flex-wrap">
          <CourseActions course={course} />
        </span>
      ),
    },
  ];
  return (
    <AcademyZone>
      <DataTable
        label={label}
        columns={columns}
        rows={courses}
        rowId={({ _id }) => _id}
        sort={toTableSort(sort)}
        hidden={wide ? NONE : WIDE_ONLY}
        onSort={(next) => onSort(toSort(next))}
        stale={stale}
      />
    </AcademyZone>
  );
}
