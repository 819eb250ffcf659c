import { ImagePlus } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { useIntl } from 'react-intl';
import { Button } from '@/components/ui/button';
import { CourseImage } from '@/components/ui/course-image';
import { defineMessages } from '@/i18n/define-messages';

const messages = defineMessages({
  image: { id: 'courses.image', defaultMessage: 'Picture' },
  choose: { id: 'courses.image.choose', defaultMessage: 'Choose a picture' },
  replace: { id: 'courses.image.replace', defaultMessage: 'Replace the picture' },
  hint: { id: 'courses.image.hint', defaultMessage: 'JPEG, PNG, WebP or AVIF, at most 5 MB.' },
});

const TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'];

export interface ImagePickerProps {
  /** The picture that is stored, and the one chosen but not yet sent. */
  stored: string | null;
  chosen: File | null;
  seed: string;
  loading?: boolean;
  onChoose: (file: File) => void;
}

export function ImagePicker({ stored, chosen, seed, loading, onChoose }: ImagePickerProps) {
  const intl = useIntl();
  const preview = useMemo(() => (chosen ? URL.createObjectURL(chosen) : null), [chosen]);
  useEffect(() => () => (preview ? URL.revokeObjectURL(preview) : undefined), [preview]);
  const image = preview ?? stored;
  return (
    <div role="group" aria-label={intl.formatMessage(messages.image)} className="flex flex-col gap-3">
      <span className="text-sm font-semibold">{intl.formatMessage(messages.image)}</span>
      <CourseImage image={image} seed={seed} className="max-w-sm rounded-card border border-line" />
      <div className="flex flex-wrap items-center gap-3">
        <FileTrigger
          acceptedFileTypes={TYPES}
          onSelect={(files) => {
            const file = files?.[0];
            if (file) onChoose(file);
          }}
        >
          <Button variant="secondary" loading={loading}>
            <ImagePlus aria-hidden size={18} />
            {intl.formatMessage(image ? messages.replace : messages.choose)}
          </Button>
        </FileTrigger>
        <span className="text-sm text-muted">
          {chosen ? <bdi dir="auto">{chosen.name}</bdi> : intl.formatMessage(messages.hint)}
        </span>
      </div>
    </div>
  );
}
