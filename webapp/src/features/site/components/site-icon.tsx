import art from '../art.svg';

/** An icon named in the site folder, from art.svg (services/contracts/site/site_shape.cc has the same list). */
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
