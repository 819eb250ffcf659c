import { X } from 'lucide-react';
import { useEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { useIntl } from 'react-intl';
import { ArrowBack, ArrowForward } from '@/components/ui/direction-icons';
import { defineMessages } from '@/i18n/define-messages';
import type { Photo } from '../model';

const messages = defineMessages({
  label: { id: 'gallery.lightbox', defaultMessage: 'Photo' },
  close: { id: 'gallery.close', defaultMessage: 'Close' },
  next: { id: 'gallery.next', defaultMessage: 'Next photo' },
  previous: { id: 'gallery.previous', defaultMessage: 'Previous photo' },
  position: { id: 'gallery.position', defaultMessage: '{index} of {total}' },
});

/** The distance of a swipe to the next photo, in pixels. */
const SWIPE = 48;

const control =
  'grid size-11 shrink-0 place-items-center rounded-full border border-white/30 bg-black/50 text-white transition duration-200 hover:bg-black/80';

interface LightboxProps {
  photos: readonly Photo[];
  index: number;
  onMove: (index: number) => void;
  onClose: () => void;
}

/**
 * One photo over the page, in the browser's own dialog: Escape closes it, and the focus stays inside and returns to the
 * photo. Arrow keys and swipes move in the page's direction, Home and End to the ends.
 */
export function Lightbox({ photos, index, onMove, onClose }: LightboxProps) {
  const intl = useIntl();
  const dialog = useRef<HTMLDialogElement>(null);
  const start = useRef<number | null>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  const photo = photos[index];
  if (!photo) return null;
  const { length } = photos;
  const move = (by: number) => onMove((index + by + length) % length);
  // In right-to-left languages the next photo is to the left.
  const ahead = document.documentElement.dir === 'rtl' ? -1 : 1;

  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Partial<Record<string, number>> = { ArrowRight: ahead, ArrowLeft: -ahead };
    const step = steps[event.key];
    if (step !== undefined) move(step);
    else if (event.key === 'Home') onMove(0);
    else if (event.key === 'End') onMove(length - 1);
    else return;
    event.preventDefault();
  };
  const onPointerUp = (event: PointerEvent) => {
    const moved = start.current === null ? 0 : event.clientX - start.current;
    start.current = null;
    if (Math.abs(moved) >= SWIPE) move(moved < 0 ? ahead : -ahead);
  };

  return (
    // Handles keys wherever the focus is inside the dialog.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      aria-label={intl.formatMessage(messages.label)}
      onKeyDown={onKeyDown}
      onClose={onClose}
      className="lightbox fixed inset-0 m-0 size-full max-h-none max-w-none bg-black/85 p-0 text-white"
    >
      <div className="flex size-full flex-col gap-3 p-4">
        <div className="flex items-center justify-between gap-4">
          <p className="text-sm" role="status">
            {intl.formatMessage(messages.position, { index: index + 1, total: length })}
          </p>
          <button type="button" className={control} aria-label={intl.formatMessage(messages.close)} onClick={onClose}>
            <X aria-hidden size={22} />
          </button>
        </div>
        <figure
          className="flex min-h-0 flex-1 touch-pan-y flex-col items-center justify-center gap-4"
          onPointerDown={(event) => {
            start.current = event.clientX;
          }}
          onPointerUp={onPointerUp}
        >
          <img
            key={photo.src}
            src={photo.src}
            alt={photo.alt}
            draggable={false}
            className="fade-in min-h-0 w-full max-w-5xl flex-1 object-contain"
          />
          <figcaption className="max-w-2xl text-center">
            <bdi>{photo.caption}</bdi>
          </figcaption>
        </figure>
        <div className="flex justify-center gap-4">
          <button
            type="button"
            className={control}
            aria-label={intl.formatMessage(messages.previous)}
            onClick={() => move(-1)}
          >
            <ArrowBack size={22} />
          </button>
          <button
            type="button"
            className={control}
            aria-label={intl.formatMessage(messages.next)}
            onClick={() => move(1)}
          >
            <ArrowForward size={22} />
          </button>
        </div>
      </div>
    </dialog>
  );
}
