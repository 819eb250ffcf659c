import { useState } from 'react';
import { cx } from '@/lib/cx';
import { pictureSources } from '@/lib/picture';

// A card's width: a phone's, or a column of a grid.
const SIZES = '(min-width: 40rem) 24rem, 100vw';

/** The rotation of a course's pattern. The server uses the same one (edge/site/public_pages.cc). */
const turnOf = (seed: string): number =>
  [...seed].reduce((sum, letter) => (sum * 37 + letter.charCodeAt(0) * 53) % 360, 7);

interface CourseImageProps {
  image: string | null;
  seed: string;
  /** Overrides the rotation from the seed. */
  turn?: string | number;
  /** The picture is visible at once when the page opens: load it with priority, not lazily. */
  first?: boolean;
  className?: string;
}

/** A course's picture, or a plain pattern if it has none that can be shown. */
export function CourseImage({ image, seed, turn = turnOf(seed), first = false, className }: CourseImageProps) {
  // This course's picture addresses that failed to load.
  const [broken, setBroken] = useState<readonly string[]>([]);
  const frame = cx('aspect-video w-full overflow-hidden bg-accent-soft', className);
  if (image && !broken.includes(image)) {
    const found = pictureSources(image);
    // A picture stored before there were widths and formats has no other forms.
    const sources = found && !broken.includes(found.fallback) ? found : null;
    const img = {
      ...(first ? ({ fetchPriority: 'high' } as const) : ({ loading: 'lazy' } as const)),
      className: cx(frame, 'object-cover'),
      onError: () => setBroken([...broken, sources?.fallback ?? image]),
    };
    if (!sources) return <img alt="" src={image} {...img} />;
    return (
      <picture className="contents">
        {/* Else it were a cell of its own in a grid. */}
        <source type="image/webp" srcSet={sources.webp} sizes={SIZES} className="hidden" />
        <img alt="" src={sources.fallback} srcSet={sources.jpeg} sizes={SIZES} {...img} />
      </picture>
    );
  }
  return (
    <div aria-hidden="true" className={frame}>
      <svg viewBox="0 0 320 180" preserveAspectRatio="xMidYMid slice" className="size-full text-accent">
        <g transform={`rotate(${turn} 160 90)`} fill="currentColor">
          <circle cx="60" cy="40" r="90" opacity=".14" />
          <circle cx="250" cy="150" r="110" opacity=".12" />
          <path d="M-40 120 Q 80 40 160 100 T 380 70 V 260 H -40Z" opacity=".14" />
        </g>
        <path
          d="m160 66-44 20 44 20 44-20-44-20Zm-26 34v14c0 6 11.600 11 26 11s26-5 26-11v-14l-26 12-26-12Z"
          fill="currentColor"
          opacity=".55"
        />
      </svg>
    </div>
  );
}
