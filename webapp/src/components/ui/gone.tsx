import { LinkButton } from './link-button';
import { PageTitle } from './page-title';

/** A screen in place of what was removed: says so, and leads back to the list. */
export function Gone({ title, to, back }: { title: string; to: string; back: string }) {
  return (
    <div className="page flex flex-col items-start gap-5 py-12">
      <PageTitle>{title}</PageTitle>
      <h1 className="max-w-xl text-2xl font-bold">{title}</h1>
      <LinkButton to={to} variant="secondary">
        {back}
      </LinkButton>
    </div>
  );
}
