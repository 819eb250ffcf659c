import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import type { Course } from '@/lib/models';
import { addToast } from '@/lib/toast';
import { useDeleteCourse } from '../api/courses';

const messages = defineMessages({
  text: {
    id: 'courses.delete.text',
    defaultMessage: 'Its lessons and videos, all assignments and all progress in it are removed too.',
  },
});

export function DeleteCourse({ course, onDeleted }: { course: Course; onDeleted?: () => void }) {
  const intl = useIntl();
  const describe = useDescribeError();
  const [asking, setAsking] = useState(false);
  const remove = useDeleteCourse();
  return (
    <>
      <Button size="small" variant="danger" onPress={() => setAsking(true)}>
        {intl.formatMessage(common.remove)}
      </Button>
      <ConfirmDialog
        danger
        isOpen={asking}
        title={intl.formatMessage(common.removeNamed, { name: course.title })}
        text={intl.formatMessage(messages.text)}
        loading={remove.isPending}
        onAnswer={(accepted) => {
          if (!accepted) return setAsking(false);
          remove.mutate(course._id, {
            onSuccess: onDeleted,
            onError: (error) => addToast({ severity: 'error', summary: course.title, detail: describe(error) }),
            onSettled: () => setAsking(false),
          });
        }}
      />
    </>
  );
}
