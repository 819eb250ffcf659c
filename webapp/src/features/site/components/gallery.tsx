import { useIntl } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';

const messages = defineMessages({
  lesson: { id: 'gallery.lesson', defaultMessage: 'A lesson being recorded' },
  desk: { id: 'gallery.desk', defaultMessage: 'Learning at home in the evening' },
  group: { id: 'gallery.group', defaultMessage: 'A group going through an exercise' },
  library: { id: 'gallery.library', defaultMessage: 'The books behind the courses' },
});

// Drawn for this project; an academy puts its own photos in their place.
const PICTURES = [
  ['/gallery/lesson.svg', messages.lesson],
  ['/gallery/desk.svg', messages.desk],
  ['/gallery/group.svg', messages.group],
  ['/gallery/library.svg', messages.library],
] as const;

export function Gallery() {
  const intl = useIntl();
  return (
    <ul className="grid gap-6 sm:grid-cols-2">
      {PICTURES.map(([src, caption]) => (
        <li key={src}>
          <figure className="card overflow-hidden">
            <img
              src={src}
              alt=""
              width={640}
              height={400}
              loading="lazy"
              className="aspect-[8/5] w-full object-cover"
            />
            <figcaption className="px-5 py-3 text-sm text-muted">{intl.formatMessage(caption)}</figcaption>
          </figure>
        </li>
      ))}
    </ul>
  );
}
