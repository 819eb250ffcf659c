import art from '../art.svg';

/** An icon that the site folder names, of those drawn in art.svg (edge/site/site_shape.cc knows them too). */
export function SiteIcon({ name }: { name: string }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-12 shrink-0 place-items-center rounded-xl bg-accent-soft text-accent-ink"
    >
      <svg width="22" height="22">
        <use href={`${art}#${name}`} />
      </svg>
    </span>
  );
}
