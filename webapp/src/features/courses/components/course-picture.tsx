import { useMutation } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { useGuardedSave } from '@/components/conflict/use-guarded-save';
import { CourseImage } from '@/components/ui/course-image';
import { RetryNotice } from '@/components/ui/retry-notice';
import { useSuccessToast } from '@/components/ui/use-success-toast';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import type { Course } from '@/lib/models';
import { useUpdateImage } from '../api/courses';
import { usePreview } from '../use-preview';
import { ImagePicker } from './image-picker';

const messages = defineMessages({
  image: { id: 'courses.image', defaultMessage: 'Picture' },
  other: { id: 'courses.image.other', defaultMessage: 'A different picture' },
});

/** A stored picture, or one that is being sent. */
type Picture = string | File | null;

/** A course's picture. It is sent as soon as it is chosen, unless somebody else has put another one there. */
export function CoursePicture({ course }: { course: Course }) {
  const intl = useIntl();
  const showSuccess = useSuccessToast();
  const describe = useDescribeError();
  const update = useUpdateImage(course._id);
  const show = (picture: Picture) => <Version picture={picture} seed={course._id} />;
  const guarded = useGuardedSave<Picture, Course>({
    returns: false,
    read: ({ image }) => image,
    merge: (base, mine, theirs) => ({
      conflicts:
        theirs === base
          ? []
          : [{ key: 'image', label: intl.formatMessage(messages.image), mine: show(mine), theirs: show(theirs) }],
      kept: [],
      resolve: () => mine,
    }),
    send: (picture, revision) => update.mutateAsync({ image: picture as File, revision }),
  });
  const save = useMutation({
    mutationFn: (file: File) => guarded.save({ revision: course.revision, values: course.image }, file),
    onSuccess: ({ outcome }) => {
      if (outcome === 'saved') showSuccess(common.updated);
    },
  });
  // Shown at once; reverted if it is refused, with a button to send it again.
  const sending = save.variables ?? null;
  return (
    <div className="flex flex-col gap-3">
      {guarded.dialog}
      <ImagePicker
        stored={course.image}
        chosen={save.isPending ? sending : null}
        seed={course._id}
        loading={save.isPending}
        onChoose={save.mutate}
      />
      {save.error && sending && (
        <RetryNotice onRetry={() => save.mutate(sending)}>
          <bdi className="block font-semibold">{sending.name}</bdi>
          <p>{describe(save.error)}</p>
        </RetryNotice>
      )}
    </div>
  );
}

/** One of two pictures to choose from, with what names it to those who do not see it. */
function Version({ picture, seed }: { picture: Picture; seed: string }) {
  const intl = useIntl();
  const file = picture instanceof File ? picture : null;
  const preview = usePreview(file);
  return (
    <>
      <CourseImage image={preview ?? (picture as string | null)} seed={seed} className="rounded-base" />
      <bdi className="mt-1 block text-sm">{file?.name ?? intl.formatMessage(messages.other)}</bdi>
    </>
  );
}
