import { zodResolver } from '@hookform/resolvers/zod';
import { useMemo, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useIntl } from 'react-intl';
import { useServerErrors } from '@/components/forms/use-server-errors';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { RetryNotice } from '@/components/ui/retry-notice';
import { useSuccessToast } from '@/components/ui/use-success-toast';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import { useStoreDraft, useStoredDraft } from '@/lib/stored-draft';
import type { Course } from '@/lib/models';
import { useUpdateCourse, useUpdateImage, type CourseText } from '../api/courses';
import { CourseFields, courseSchema } from './course-fields';
import { ImagePicker } from './image-picker';

const messages = defineMessages({
  about: { id: 'courses.about', defaultMessage: 'About the course' },
});

/** A course's title, description and picture. The picture is sent as soon as it is chosen. */
export function CourseAbout({ course }: { course: Course }) {
  const intl = useIntl();
  const showSuccess = useSuccessToast();
  const describe = useDescribeError();
  const [stored, setStored] = useState<CourseText>({ title: course.title, description: course.description });
  const draftName = `course:${course._id}:text`;
  const kept = useStoredDraft<CourseText>(draftName);
  const form = useForm({ resolver: zodResolver(courseSchema), defaultValues: kept ?? stored });
  const { title = '', description = '' } = useWatch({ control: form.control });
  const same = title === stored.title && description === stored.description;
  useStoreDraft(
    draftName,
    useMemo(() => (same ? null : { title, description }), [same, title, description]),
  );
  const update = useUpdateCourse(course._id);
  const image = useUpdateImage(course._id);
  const errors = useServerErrors(form);
  const submit = form.handleSubmit(async (values) => {
    if (await errors.run(() => update.mutateAsync(values))) {
      setStored(values);
      form.reset(values);
      showSuccess(common.updated);
    }
  });
  const sendImage = (file: File) => image.mutate(file, { onSuccess: () => showSuccess(common.updated) });
  // Shown at once; reverted if it is refused, with a button to send it again.
  const sending = image.isPending || image.isError ? (image.variables ?? null) : null;
  return (
    <section aria-labelledby="about-course" className="card p-4 sm:p-6">
      <h2 id="about-course" className="mb-4 text-lg font-bold">
        {intl.formatMessage(messages.about)}
      </h2>
      <div className="grid items-start gap-6 desk:grid-cols-2">
        <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
          <CourseFields control={form.control} />
          {errors.problem && <Notice severity="error">{errors.problem}</Notice>}
          <Button type="submit" loading={update.isPending} className="self-end">
            {intl.formatMessage(common.save)}
          </Button>
        </form>
        <div className="flex flex-col gap-3">
          <ImagePicker
            stored={course.image}
            chosen={image.isPending ? sending : null}
            seed={course._id}
            loading={image.isPending}
            onChoose={sendImage}
          />
          {image.error && sending && (
            <RetryNotice onRetry={() => sendImage(sending)}>
              <bdi className="block font-semibold">{sending.name}</bdi>
              <p>{describe(image.error)}</p>
            </RetryNotice>
          )}
        </div>
      </div>
    </section>
  );
}
