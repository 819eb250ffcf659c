import { useIntl } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import { cx } from '@/lib/cx';

const messages = defineMessages({ loading: { id: 'state.loading', defaultMessage: 'Loading data. Please wait.' } });

/** A placeholder shape. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={cx('skeleton', className)} />;
}

/** The placeholder of a list, under the text of section 8. */
export function ListSkeleton({ as, count = 6 }: { as: 'table' | 'cards'; count?: number }) {
  const intl = useIntl();
  const items = Array.from({ length: count }, (_, index) => index);
  return (
    <div role="status" className="relative">
      {/* Over the shapes, so that the list that comes stands where they stood. */}
      <p className="absolute inset-x-0 top-16 z-10 mx-auto w-fit rounded-base bg-card px-3 py-1 text-sm text-muted shadow-soft">
        {intl.formatMessage(messages.loading)}
      </p>
      {as === 'table' ? (
        <div className="card overflow-hidden">
          <Skeleton className="h-11 rounded-none" />
          {items.map((index) => (
            <div key={index} className="flex gap-6 border-t border-line px-4 py-4">
              <Skeleton className="h-4 flex-[2]" />
              <Skeleton className="h-4 flex-[3]" />
              <Skeleton className="h-4 flex-1" />
            </div>
          ))}
        </div>
      ) : (
        <div className="grid gap-6 sm:grid-cols-2 desk:grid-cols-3 wide:grid-cols-4">
          {items.map((index) => (
            <div key={index} className="card overflow-hidden">
              <Skeleton className="aspect-video rounded-none" />
              <div className="flex flex-col gap-3 p-4">
                <Skeleton className="h-5 w-3/4" />
                <Skeleton className="h-4 w-1/2" />
              </div>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
