import { Expand } from 'lucide-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import type { Photo } from '../model';
import { Each } from '../template';
import { Lightbox } from './lightbox';

const messages = defineMessages({ open: { id: 'gallery.open', defaultMessage: 'Enlarge: {caption}' } });

/** The photos; each opens in the lightbox. */
export function Gallery({ photos }: { photos: readonly Photo[] }) {
  const intl = useIntl();
  const [shown, setShown] = useState<number | null>(null);
  return (
    <>
      <ul className="grid grid-cols-1 gap-6 sm:grid-cols-2 desk:grid-cols-3">
        <Each of={photos}>
          {(photo, index) => (
            <li>
              <figure className="card overflow-hidden">
                <button
                  type="button"
                  className="group relative block w-full overflow-hidden"
                  aria-label={intl.formatMessage(messages.open, { caption: photo.caption })}
                  onClick={() => setShown(index)}
                >
                  <img
                    src={photo.src}
                    alt={photo.alt}
                    width={640}
                    height={400}
                    loading="lazy"
                    className="aspect-[8/5] w-full object-cover transition duration-200 group-hover:scale-[1.03]"
                  />
                  <span
                    aria-hidden="true"
                    className="absolute end-3 bottom-3 grid size-tap place-items-center rounded-full bg-card text-ink shadow-pop"
                  >
                    <Expand size={18} />
                  </span>
                </button>
                <figcaption className="px-5 py-4 text-sm text-muted">
                  <bdi>{photo.caption}</bdi>
                </figcaption>
              </figure>
            </li>
          )}
        </Each>
      </ul>
      {shown !== null && <Lightbox photos={photos} index={shown} onMove={setShown} onClose={() => setShown(null)} />}
    </>
  );
}
