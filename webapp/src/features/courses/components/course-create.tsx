import { zodResolver } from '@hookform/resolvers/zod';
import { useMemo, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useIntl } from 'react-intl';
import { RestoredNotice } from '@/components/forms/restored-notice';
import { useServerErrors } from '@/components/forms/use-server-errors';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { PageTitle } from '@/components/ui/page-title';
import { useSuccessToast } from '@/components/ui/use-success-toast';
import { defineMessages } from '@/i18n/define-messages';
import { useRestoredDraft, useStoreDraft } from '@/lib/stored-draft';
import { useCreateCourse, type CourseText } from '../api/courses';
import { CourseFields, courseSchema } from './course-fields';
import { ImagePicker } from './image-picker';

const messages = defineMessages({
  title: { id: 'courses.create.title', defaultMessage: 'New course' },
  submit: { id: 'courses.create.submit', defaultMessage: 'Create the course' },
  created: { id: 'courses.created', defaultMessage: 'The course was created. Now add its lessons.' },
});

const DRAFT = 'course:new';
const EMPTY: CourseText = { title: '', description: '' };

/** A new course with its picture. What is typed survives refusals, reloads and the end of the session. */
export function CourseCreate({ onCreated }: { onCreated: (courseId: string) => void }) {
  const intl = useIntl();
  const showSuccess = useSuccessToast();
  const [kept, forget] = useRestoredDraft<CourseText>(DRAFT);
  const form = useForm({ resolver: zodResolver(courseSchema), defaultValues: kept ?? EMPTY });
  const { title: nowTitle = '', description = '' } = useWatch({ control: form.control });
  useStoreDraft(
    DRAFT,
    useMemo(() => (nowTitle || description ? { title: nowTitle, description } : null), [nowTitle, description]),
  );
  const [image, setImage] = useState<File | null>(null);
  const create = useCreateCourse();
  const errors = useServerErrors(form);
  const title = intl.formatMessage(messages.title);
  const startOver = () => {
    forget();
    form.reset(EMPTY);
  };
  const submit = form.handleSubmit((values) =>
    errors.run(async () => {
      const { result } = await create.mutateAsync({ ...values, image });
      startOver();
      showSuccess(messages.created);
      onCreated(result._id);
    }),
  );
  return (
    <div className="page page-narrow py-8">
      <PageTitle>{title}</PageTitle>
      <h1 className="mb-6 text-2xl font-bold">{title}</h1>
      <form noValidate onSubmit={(event) => void submit(event)} className="card flex flex-col gap-5 p-6">
        {kept && <RestoredNotice onStartOver={startOver} />}
        <CourseFields control={form.control} />
        <ImagePicker stored={null} chosen={image} seed="new" onChoose={setImage} />
        {errors.problem && <Notice severity="error">{errors.problem}</Notice>}
        <Button type="submit" loading={create.isPending} className="self-end">
          {intl.formatMessage(messages.submit)}
        </Button>
      </form>
    </div>
  );
}
