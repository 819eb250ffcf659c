import { CloudUpload } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { IconButton } from '@/components/ui/icon-button';
import { defineMessages } from '@/i18n/define-messages';
import { useStore } from '@/lib/store';
import { isAtRisk, isMoving, lessonUploads, percentOf } from '../upload-list';

const messages = defineMessages({
  state: {
    id: 'uploads.state',
    defaultMessage: '{count, plural, one {# upload} other {# uploads}} in progress: {percent}',
  },
  failed: { id: 'uploads.failed', defaultMessage: 'An upload has failed: {percent}' },
  asking: { id: 'uploads.asking', defaultMessage: 'An upload needs your decision' },
  held: {
    id: 'uploads.held',
    defaultMessage: '{count, plural, one {# paused upload} other {# paused uploads}}: {percent}',
  },
});

const UploadsPanel = lazy(async () => ({ default: (await import('./uploads-panel')).UploadsPanel }));

/** The top bar's button for the videos being uploaded, on every screen; hidden without any. */
export function UploadsButton() {
  const intl = useIntl();
  const uploads = useStore(lessonUploads);
  const [isOpen, setOpen] = useState(false);
  const atRisk = uploads.some(isAtRisk);
  useEffect(() => {
    if (!atRisk) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [atRisk]);
  if (uploads.length === 0 && !isOpen) return null;
  const sum = (of: 'sent' | 'total') => uploads.reduce((all, upload) => all + upload[of], 0);
  const whole = percentOf({ sent: sum('sent'), total: sum('total') });
  const percent = intl.formatNumber(whole / 100, { style: 'percent', maximumFractionDigits: 0 });
  const failed = uploads.some(({ phase }) => phase === 'failed');
  const asking = uploads.some(({ phase }) => phase === 'asking');
  const message = failed
    ? messages.failed
    : asking
      ? messages.asking
      : uploads.some(isMoving)
        ? messages.state
        : messages.held;
  return (
    <>
      {uploads.length > 0 && (
        <IconButton
          label={intl.formatMessage(message, { count: uploads.length, percent })}
          className={failed ? 'text-danger' : asking ? 'text-warn' : 'text-accent-ink'}
          onPress={() => setOpen(true)}
        >
          <span aria-hidden="true" className="flex flex-col items-center">
            <CloudUpload size={18} />
            <span className="text-[0.625rem] leading-none font-semibold tabular-nums">{percent}</span>
          </span>
        </IconButton>
      )}
      {isOpen && (
        <Suspense>
          <UploadsPanel isOpen onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
