import { zodResolver } from '@hookform/resolvers/zod';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useIntl } from 'react-intl';
import { useServerErrors } from '@/components/forms/use-server-errors';
import { Button } from '@/components/ui/button';
import { LinkButton } from '@/components/ui/link-button';
import { Notice } from '@/components/ui/notice';
import { PageTitle } from '@/components/ui/page-title';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import type { Course } from '@/lib/models';
import { paths } from '@/lib/paths';
import { addToast, SUCCESS_LIFE_MS } from '@/lib/toast';
import { coursesQueryOptions, useUpdateCourse, useUpdateImage } from '../api/courses';
import { CourseFields, courseSchema } from './course-fields';
import { CourseGone } from './course-gone';
import { ImagePicker } from './image-picker';
import { PartsEditor } from './parts-editor';

const messages = defineMessages({
  title: { id: 'courses.update.title', defaultMessage: 'Edit the course' },
  learners: { id: 'courses.learners', defaultMessage: 'Learners' },
  about: { id: 'courses.about', defaultMessage: 'About the course' },
});

export function CourseUpdate({ courseId }: { courseId: string }) {
  const { data } = useSuspenseQuery(coursesQueryOptions());
  const course = data.find(({ _id }) => _id === courseId);
  return course ? <Editor course={course} /> : <CourseGone />;
}

function Editor({ course }: { course: Course }) {
  const intl = useIntl();
  const describe = useDescribeError();
  const form = useForm({
    resolver: zodResolver(courseSchema),
    defaultValues: { title: course.title, description: course.description },
  });
  const update = useUpdateCourse(course._id);
  const image = useUpdateImage(course._id);
  const errors = useServerErrors(form);
  const tell = () =>
    addToast({
      severity: 'success',
      summary: intl.formatMessage(common.success),
      detail: intl.formatMessage(common.updated),
      life: SUCCESS_LIFE_MS,
    });
  const submit = form.handleSubmit(async (values) => {
    if (await errors.run(() => update.mutateAsync(values))) tell();
  });
  const title = intl.formatMessage(messages.title);
  return (
    <div className="page flex max-w-4xl flex-col gap-6 py-8">
      <PageTitle>{title}</PageTitle>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div>
          <h1 className="text-2xl font-bold">{title}</h1>
          <p dir="auto" className="text-muted">
            {course.title}
          </p>
        </div>
        <LinkButton to={paths.admin.course(course._id)} variant="secondary">
          {intl.formatMessage(messages.learners)}
        </LinkButton>
      </div>
      <section aria-labelledby="about-course" className="card p-6">
        <h2 id="about-course" className="mb-4 text-lg font-bold">
          {intl.formatMessage(messages.about)}
        </h2>
        <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
          {errors.problem && <Notice severity="error">{errors.problem}</Notice>}
          <CourseFields control={form.control} />
          <Button type="submit" loading={update.isPending} className="self-end">
            {intl.formatMessage(common.save)}
          </Button>
        </form>
        <div className="mt-6 border-t border-line pt-6">
          {image.error && <Notice severity="error">{describe(image.error)}</Notice>}
          <ImagePicker
            stored={course.image}
            chosen={null}
            seed={course._id}
            loading={image.isPending}
            onChoose={(file) => image.mutate(file, { onSuccess: tell })}
          />
        </div>
      </section>
      <PartsEditor course={course} />
    </div>
  );
}
