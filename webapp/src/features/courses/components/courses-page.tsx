import { useSuspenseQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { PageTitle } from '@/components/ui/page-title';
import { TextField } from '@/components/ui/text-field';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { foldText } from '@/lib/fold-text';
import { paths } from '@/lib/paths';
import { coursesQueryOptions } from '../api/courses';
import { CourseCard } from './course-card';

const messages = defineMessages({
  title: { id: 'courses.list.title', defaultMessage: 'Courses' },
  create: { id: 'courses.list.create', defaultMessage: 'New course' },
});

export function CoursesPage() {
  const intl = useIntl();
  const { data } = useSuspenseQuery(coursesQueryOptions());
  const [search, setSearch] = useState('');
  const wanted = foldText(search);
  const shown = data.filter(({ title, description }) => foldText(`${title} ${description}`).includes(wanted));
  const title = intl.formatMessage(messages.title);
  return (
    <div className="page py-8">
      <PageTitle>{title}</PageTitle>
      <div className="mb-5 flex flex-wrap items-end justify-between gap-4">
        <h1 className="text-2xl font-bold">{title}</h1>
        <div className="flex flex-wrap items-end gap-3">
          <TextField type="search" label={intl.formatMessage(common.search)} value={search} onChange={setSearch} />
          <LinkButton to={paths.admin.createCourse}>
            <Plus aria-hidden size={18} />
            {intl.formatMessage(messages.create)}
          </LinkButton>
        </div>
      </div>
      {shown.length === 0 && <EmptyState />}
      <ul className="grid gap-6 sm:grid-cols-2 desk:grid-cols-3">
        {shown.map((course) => (
          <li key={course._id}>
            <CourseCard course={course} />
          </li>
        ))}
      </ul>
    </div>
  );
}
