import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '@/components/ui/button';
import { FileDrop } from '@/components/ui/file-drop';
import { Notice } from '@/components/ui/notice';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import { useUploadPicture } from '../api/site';

const TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'];

const messages = defineMessages({
  choose: { id: 'site.editor.picture.choose', defaultMessage: 'Choose a picture' },
  replace: { id: 'site.editor.picture.replace', defaultMessage: 'Replace the picture' },
  now: { id: 'site.editor.picture.now', defaultMessage: '{label}: current picture' },
});

/** A picture is served where it was uploaded to, or from the site folder. */
const addressOf = (file: string) => (file.startsWith('images/') ? `/${file}` : `/site/photos/${file}`);

/** A picture of the site: uploaded when it is chosen. */
export function PictureField({
  label,
  hint,
  value,
  onChange,
  isRequired = false,
}: {
  label: string;
  hint: string;
  /** As the site's files name it; empty for none. */
  value: string;
  onChange: (file: string) => void;
  isRequired?: boolean;
}) {
  const intl = useIntl();
  const describe = useDescribeError();
  const upload = useUploadPicture();
  const [problem, setProblem] = useState<string | null>(null);
  const take = async (file: File | undefined) => {
    if (!file) return;
    setProblem(null);
    try {
      onChange(await upload.mutateAsync(file));
    } catch (failure) {
      setProblem(describe(failure));
    }
  };
  return (
    <div role="group" aria-label={label} className="flex flex-col gap-2">
      <span className="text-sm font-semibold">{label}</span>
      <div className="flex flex-wrap items-center gap-4">
        {value && (
          <img
            src={addressOf(value)}
            alt={intl.formatMessage(messages.now, { label })}
            className="h-24 max-w-48 rounded-base border border-line object-contain"
          />
        )}
        <div className="min-w-60 tight:min-w-0 flex-1">
          <FileDrop
            label={label}
            named
            choose={intl.formatMessage(value ? messages.replace : messages.choose)}
            accept={TYPES}
            anyFile
            isDisabled={upload.isPending}
            hint={hint}
            onFiles={(files) => void take(files[0])}
          />
        </div>
        {value && !isRequired && (
          <Button
            variant="secondary"
            size="small"
            aria-label={intl.formatMessage(common.removeNamed, { name: label })}
            onPress={() => onChange('')}
          >
            {intl.formatMessage(common.remove)}
          </Button>
        )}
      </div>
      {problem && <Notice severity="error">{problem}</Notice>}
    </div>
  );
}
