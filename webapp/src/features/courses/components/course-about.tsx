import { zodResolver } from '@hookform/resolvers/zod';
import { useMemo } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useIntl } from 'react-intl';
import { mergeFields } from '@/components/conflict/merge-fields';
import { useGuardedSave } from '@/components/conflict/use-guarded-save';
import { RestoredNotice } from '@/components/forms/restored-notice';
import { useServerErrors } from '@/components/forms/use-server-errors';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { useSuccessToast } from '@/components/ui/use-success-toast';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { useRestoredDraft, useSeen, useStoreDraft, useStoreSeen } from '@/lib/stored-draft';
import type { Course } from '@/lib/models';
import { useUpdateCourse, type CourseText } from '../api/courses';
import { CourseFields, courseSchema } from './course-fields';
import { CoursePicture } from './course-picture';

const messages = defineMessages({
  about: { id: 'courses.about', defaultMessage: 'About the course' },
});

const textOf = ({ title, description }: CourseText): CourseText => ({ title, description });

/** A course's title, description and picture. */
export function CourseAbout({ course }: { course: Course }) {
  const intl = useIntl();
  const showSuccess = useSuccessToast();
  const draftName = `course:${course._id}:text`;
  const [seen, setSeen] = useSeen(draftName, { revision: course.revision, values: textOf(course) });
  const stored = seen.values;
  const [kept, forget] = useRestoredDraft<CourseText>(draftName);
  const form = useForm({ resolver: zodResolver(courseSchema), defaultValues: kept ?? stored });
  const { title = '', description = '' } = useWatch({ control: form.control });
  const same = title === stored.title && description === stored.description;
  useStoreDraft(
    draftName,
    useMemo(() => (same ? null : { title, description }), [same, title, description]),
  );
  useStoreSeen(draftName, seen, !same);
  const update = useUpdateCourse(course._id);
  const errors = useServerErrors(form);
  const guarded = useGuardedSave<CourseText, Course>({
    read: textOf,
    merge: (base, mine, theirs) =>
      mergeFields(base, mine, theirs, {
        title: { label: intl.formatMessage(common.title) },
        description: { label: intl.formatMessage(common.description) },
      }),
    send: (texts, revision) => update.mutateAsync({ ...texts, revision }),
  });
  const submit = form.handleSubmit(async (typed) => {
    await errors.run(async () => {
      const { outcome, values, seen: now } = await guarded.save(seen, typed);
      if (outcome === 'back') return;
      // What was saved, as it was typed: the stored form of it may differ.
      setSeen(outcome === 'saved' ? { ...now, values } : now);
      form.reset(values);
      forget();
      if (outcome === 'saved') showSuccess(common.updated);
    });
  });
  const startOver = () => {
    forget();
    setSeen({ revision: course.revision, values: textOf(course) });
    form.reset(textOf(course));
  };
  return (
    <section aria-labelledby="about-course" className="card p-4 sm:p-6">
      <h2 id="about-course" className="mb-4 text-lg font-bold">
        {intl.formatMessage(messages.about)}
      </h2>
      <div className="grid items-start gap-6 desk:grid-cols-2">
        <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
          {guarded.dialog}
          {kept && !same && <RestoredNotice onStartOver={startOver} />}
          <CourseFields control={form.control} />
          {errors.problem && <Notice severity="error">{errors.problem}</Notice>}
          <Button
            type="submit"
            variant={same ? 'secondary' : 'primary'}
            loading={update.isPending}
            className="self-end"
          >
            {intl.formatMessage(common.save)}
          </Button>
        </form>
        <CoursePicture course={course} />
      </div>
    </section>
  );
}
