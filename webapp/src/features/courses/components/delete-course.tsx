import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import { offerRestore } from '@/components/ui/restore-toast';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import { isolated } from '@/lib/directions';
import type { Course } from '@/lib/models';
import { binDays } from '@/lib/site-settings';
import { useDeleteCourse } from '../api/courses';
import { statisticsQueryOptions } from '../api/statistics';
import { lessonUploads } from '../upload-list';

const messages = defineMessages({
  goes: { id: 'courses.delete.goes', defaultMessage: 'These go to the bin with the course:' },
  lessons: {
    id: 'courses.delete.lessons',
    defaultMessage: '{count, plural, one {# lesson with its texts} other {# lessons with their texts}}',
  },
  videos: {
    id: 'courses.delete.videos',
    defaultMessage: '{count, plural, one {# video with its captions} other {# videos with their captions}}',
  },
  learners: {
    id: 'courses.delete.learners',
    defaultMessage: '{count, plural, one {the assignment of # learner} other {the assignments of # learners}}',
  },
  open: {
    id: 'courses.delete.open',
    defaultMessage: '{count, plural, one {# learner loses access at once} other {# learners lose access at once}}',
  },
  progress: {
    id: 'courses.delete.progress',
    defaultMessage:
      '{count, plural, one {the progress of # learner who began} other {the progress of # learners who began}}',
  },
  unknown: {
    id: 'courses.delete.text',
    defaultMessage: 'Its lessons and videos, all assignments and all progress in it go to the bin too.',
  },
  restorable: {
    id: 'courses.delete.restorable',
    defaultMessage: 'All of it can be restored from the bin within {days, plural, one {# day} other {# days}}.',
  },
  confirm: { id: 'courses.delete.confirm', defaultMessage: 'Delete the course' },
  done: { id: 'courses.deleted', defaultMessage: 'The course was deleted.' },
});

/** `named` where it is one of many: its name says of which course it is. */
export function DeleteCourse({
  course,
  named = false,
  onDeleted,
}: {
  course: Course;
  named?: boolean;
  onDeleted?: () => void;
}) {
  const intl = useIntl();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        size="small"
        variant="danger"
        aria-label={named ? intl.formatMessage(common.removeNamed, { name: course.title }) : undefined}
        onPress={() => setAsking(true)}
      >
        {intl.formatMessage(common.remove)}
      </Button>
      {asking && <Question course={course} onClose={() => setAsking(false)} onDeleted={onDeleted} />}
    </>
  );
}

/** What sends videos is loaded only where there are some. */
function stopItsUploads(gone: string): void {
  if (!lessonUploads.get().some(({ courseId }) => courseId === gone)) return;
  void import('../lesson-uploads').then(({ cancelUploadsOf }) => cancelUploadsOf(gone));
}

/** Spells out what goes with the course, as it is now. */
function Question({ course, onClose, onDeleted }: { course: Course; onClose: () => void; onDeleted?: () => void }) {
  const intl = useIntl();
  const describe = useDescribeError();
  const remove = useDeleteCourse();
  const { data, isPending } = useQuery({ ...statisticsQueryOptions(course._id), staleTime: 0 });
  const counts: [keyof typeof messages, number][] = [
    ['lessons', course.parts.length],
    ['videos', course.parts.filter(({ video }) => video).length],
    ['learners', data?.learners.assigned ?? 0],
    ['progress', data?.learners.started ?? 0],
    ['open', data?.learners.active ?? 0],
  ];
  return (
    <Dialog
      alert
      isOpen
      onOpenChange={(open) => !open && onClose()}
      title={intl.formatMessage(common.removeNamed, { name: <bdi key="name">{course.title}</bdi> })}
    >
      <div aria-live="polite" aria-busy={isPending}>
        {data ? (
          <>
            <p>{intl.formatMessage(messages.goes)}</p>
            <ul className="mt-2 list-disc ps-5">
              {counts.map(
                ([name, count]) => count > 0 && <li key={name}>{intl.formatMessage(messages[name], { count })}</li>,
              )}
            </ul>
          </>
        ) : (
          <p>{intl.formatMessage(messages.unknown)}</p>
        )}
        <p className="mt-3 font-semibold">{intl.formatMessage(messages.restorable, { days: binDays.get() })}</p>
      </div>
      {remove.error && (
        <div className="mt-4">
          <Notice severity="error">{describe(remove.error)}</Notice>
        </div>
      )}
      <div className="mt-6 flex justify-end gap-3">
        <Button variant="secondary" onPress={onClose}>
          {intl.formatMessage(common.cancel)}
        </Button>
        <Button
          variant="danger"
          loading={remove.isPending}
          isDisabled={isPending}
          onPress={() =>
            remove.mutate(course._id, {
              onSuccess: () => {
                onClose();
                onDeleted?.();
                stopItsUploads(course._id);
                offerRestore(intl, {
                  summary: isolated(intl.locale, course.title),
                  detail: intl.formatMessage(messages.done),
                  ids: [course._id],
                });
              },
            })
          }
        >
          {intl.formatMessage(messages.confirm)}
        </Button>
      </div>
    </Dialog>
  );
}
