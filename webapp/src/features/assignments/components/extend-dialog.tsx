import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useIntl } from 'react-intl';
import { RestoredNotice } from '@/components/forms/restored-notice';
import { AcademyZone } from '@/components/ui/academy-zone';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import { useSuccessToast } from '@/components/ui/use-success-toast';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import { coursesQueryOptions } from '@/lib/courses-query';
import { useRestoredDraft, useStoreFormDraft } from '@/lib/stored-draft';
import { useExtendCourse } from '../api/extend-course';
import { extendDefaults, extendSchema, isAskedFor, toExtension, type ExtendValues } from '../extend-form';
import { CourseField, LearnersField, NewEndFields } from './extend-fields';
import { ExtendPreview } from './extend-preview';

const messages = defineMessages({
  title: { id: 'assign.extend.title', defaultMessage: 'Extend the course' },
  ofMany: {
    id: 'extend.many.title',
    defaultMessage: '{count, plural, one {Extend a course for # learner} other {Extend a course for # learners}}',
  },
  preview: { id: 'assign.extend.preview', defaultMessage: 'Preview changes' },
  apply: {
    id: 'assign.extend.apply',
    defaultMessage: 'Change {count, plural, one {# date} other {# dates}}',
  },
  done: {
    id: 'assign.extend.done',
    defaultMessage: '{count, plural, one {# date was changed.} other {# dates were changed.}}',
  },
});

export interface ExtendDialogProps {
  /** Without it the dialog asks for which course. */
  courseId?: string;
  /** Chosen learners; without them all who have the course, or those of a state. */
  userIds?: readonly string[];
  onClose: () => void;
}

/** Moves the end of many assignments of a course at once; what will change is shown before it does. */
export function ExtendDialog({ courseId, userIds, onClose }: ExtendDialogProps) {
  const intl = useIntl();
  const describe = useDescribeError();
  const showSuccess = useSuccessToast();
  const courses = useQuery({ ...coursesQueryOptions(), enabled: courseId === undefined });
  const empty = useMemo(() => extendDefaults(courseId, userIds), [courseId, userIds]);
  const draft = `course:${courseId ?? ''}:extend${userIds ? ':selected' : ''}`;
  const [kept, forget] = useRestoredDraft<Partial<ExtendValues>>(draft);
  const form = useForm({
    resolver: zodResolver(extendSchema),
    mode: 'onChange',
    // A dialog for selected learners is for them, whatever was chosen there before.
    defaultValues: { ...empty, ...kept, ...(userIds && { who: empty.who }) },
  });
  const differs = useStoreFormDraft(draft, form.control, empty);
  const { errors } = form.formState;
  const preview = useExtendCourse();
  const extend = useExtendCourse();
  const extension = useWatch({ control: form.control, compute: (values) => toExtension(values, userIds) });
  // A preview of other values is no longer valid.
  const shown = isAskedFor(preview.variables, extension) ? preview : null;
  const tried = isAskedFor(extend.variables, extension) ? extend : null;
  const submit = form.handleSubmit(() => {
    if (!shown?.data) return preview.mutate({ ...extension, dryRun: true });
    extend.mutate(
      { ...extension, dryRun: false },
      {
        onSuccess: ({ changed }) => {
          forget();
          onClose();
          showSuccess(messages.done, { values: { count: changed } });
        },
      },
    );
  });
  const startOver = () => {
    forget();
    form.reset(empty);
  };
  const error = tried?.error ?? shown?.error ?? courses.error;
  return (
    <Dialog
      isOpen
      onOpenChange={(open) => !open && onClose()}
      title={
        courseId
          ? intl.formatMessage(messages.title)
          : intl.formatMessage(messages.ofMany, { count: userIds?.length ?? 0 })
      }
      width="max-w-2xl"
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        {kept && differs && <RestoredNotice onStartOver={startOver} />}
        {courseId === undefined ? <CourseField form={form} /> : <LearnersField form={form} chosen={userIds?.length} />}
        <AcademyZone>
          <NewEndFields form={form} />
          {shown?.data && <ExtendPreview preview={shown.data} />}
        </AcademyZone>
        {error && <Notice severity="error">{describe(error)}</Notice>}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onPress={onClose}>
            {intl.formatMessage(common.cancel)}
          </Button>
          <Button
            type="submit"
            loading={preview.isPending || extend.isPending}
            isDisabled={Boolean(errors.days ?? errors.expiryDate) || shown?.data?.changed === 0}
          >
            {shown?.data
              ? intl.formatMessage(messages.apply, { count: shown.data.changed })
              : intl.formatMessage(messages.preview)}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
