import { useState } from 'react';
import { useIntl } from 'react-intl';
import { CourseImage } from '@/components/ui/course-image';
import { FileDrop } from '@/components/ui/file-drop';
import { Notice } from '@/components/ui/notice';
import { Spinner } from '@/components/ui/spinner';
import { defineMessages } from '@/i18n/define-messages';
import { isolated } from '@/lib/directions';
import { imageProblem, IMAGE_TYPES } from '../check-image';
import { usePreview } from '../use-preview';

const messages = defineMessages({
  image: { id: 'courses.image', defaultMessage: 'Picture' },
  choose: { id: 'courses.image.choose', defaultMessage: 'Choose a picture' },
  replace: { id: 'courses.image.replace', defaultMessage: 'Replace the picture' },
  drop: { id: 'courses.image.drop', defaultMessage: 'Drop a picture here' },
  hint: { id: 'courses.image.hint', defaultMessage: 'JPEG, PNG, WebP or AVIF, at most 5 MB.' },
  type: { id: 'courses.image.type', defaultMessage: '{filename} is not a JPEG, PNG, WebP or AVIF picture.' },
  size: { id: 'courses.image.size', defaultMessage: '{filename} is {size}; the limit is 5 MB.' },
});

export interface ImagePickerProps {
  /** The picture that is stored, and the one chosen but not yet sent. */
  stored: string | null;
  chosen: File | null;
  seed: string;
  loading?: boolean;
  onChoose: (file: File) => void;
}

/** A course's picture: what it is or will be, and the way to another one. What cannot be a picture is refused here. */
export function ImagePicker({ stored, chosen, seed, loading, onChoose }: ImagePickerProps) {
  const intl = useIntl();
  const [problem, setProblem] = useState<string | null>(null);
  const image = usePreview(chosen) ?? stored;
  const take = async (file: File | undefined) => {
    if (!file) return;
    const found = await imageProblem(file);
    setProblem(
      found &&
        intl.formatMessage(messages[found], {
          filename: isolated(intl.locale, file.name),
          size: intl.formatNumber(file.size / 1024 / 1024, {
            style: 'unit',
            unit: 'megabyte',
            maximumFractionDigits: 1,
          }),
        }),
    );
    if (!found) onChoose(file);
  };
  return (
    <div role="group" aria-label={intl.formatMessage(messages.image)} className="flex flex-col gap-3">
      <span className="text-sm font-semibold">{intl.formatMessage(messages.image)}</span>
      <div className="grid items-stretch gap-4 sm:grid-cols-2">
        <div className="relative">
          <CourseImage image={image} seed={seed} className="rounded-card border border-line" />
          {loading && (
            <div className="absolute inset-0 grid place-items-center rounded-card bg-(--mask)">
              <Spinner />
            </div>
          )}
        </div>
        <FileDrop
          label={intl.formatMessage(messages.drop)}
          choose={intl.formatMessage(image ? messages.replace : messages.choose)}
          accept={IMAGE_TYPES}
          anyFile
          isDisabled={loading}
          hint={chosen ? <bdi>{chosen.name}</bdi> : intl.formatMessage(messages.hint)}
          onFiles={(files) => void take(files[0])}
        />
      </div>
      {problem && <Notice severity="error">{problem}</Notice>}
    </div>
  );
}
