import { cx } from '@/lib/cx';
import { LoadingState, Skeleton } from './loading-state';

export { Skeleton };

const times = (count: number) => Array.from({ length: count }, (_, index) => index);

/** `rows` have a name and a line below it, `choices` one line, `facts` a name over its value. */
export type ListShape = 'table' | 'cards' | 'rows' | 'choices' | 'facts';

export interface ListSkeletonProps {
  as: ListShape;
  count?: number;
  /** It stands in a card already. */
  bare?: boolean;
}

/** The placeholder of a list. */
export function ListSkeleton({ as, count = 6, bare = false }: ListSkeletonProps) {
  return (
    <LoadingState>
      {as === 'table' && (
        <div className={bare ? undefined : 'card overflow-hidden'}>
          <Skeleton className="h-11 rounded-none" />
          {times(count).map((index) => (
            <div key={index} className={cx('flex gap-6 border-t border-line py-4', bare ? 'px-3' : 'px-4')}>
              <Skeleton className="h-4 flex-[2]" />
              <Skeleton className="h-4 flex-[3]" />
              <Skeleton className="h-4 flex-1" />
            </div>
          ))}
        </div>
      )}
      {as === 'cards' && (
        <div className="grid gap-6 sm:grid-cols-2 desk:grid-cols-3 wide:grid-cols-4">
          {times(count).map((index) => (
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
      {as === 'rows' && (
        <div className={cx('divide-y divide-line', !bare && 'card px-6 py-3')}>
          {times(count).map((index) => (
            <div key={index} className="flex flex-col gap-2 py-3">
              <Skeleton className="h-5 w-2/5" />
              <Skeleton className="h-4 w-3/5" />
            </div>
          ))}
        </div>
      )}
      {as === 'choices' && (
        <div className="flex flex-col gap-4">
          {times(count).map((index) => (
            <Skeleton key={index} className="h-6 w-3/5" />
          ))}
        </div>
      )}
      {as === 'facts' && (
        <div className="grid gap-4 sm:grid-cols-3">
          {times(3).map((index) => (
            <div key={index} className="flex flex-col gap-2">
              <Skeleton className="h-4 w-1/2" />
              <Skeleton className="h-5 w-3/4" />
            </div>
          ))}
        </div>
      )}
    </LoadingState>
  );
}

/** The placeholder of a form: labels over fields. */
export function FormSkeleton({ fields = 3, bare = false }: { fields?: number; bare?: boolean }) {
  return (
    <LoadingState>
      <div className={cx('flex flex-col gap-5', !bare && 'card p-6')}>
        {times(fields).map((index) => (
          <div key={index} className="flex flex-col gap-2">
            <Skeleton className="h-4 w-1/4" />
            <Skeleton className="h-11" />
          </div>
        ))}
      </div>
    </LoadingState>
  );
}

/** The placeholder of a page that is one form under its heading. */
export const PageSkeleton = () => (
  <div className="page flex flex-col gap-5 py-8">
    <Skeleton className="h-8 w-2/5" />
    <FormSkeleton fields={6} />
  </div>
);

/** The placeholder of a course to be watched: its title, the video, and the lessons beside it. */
export function WatchSkeleton() {
  return (
    <LoadingState>
      <Skeleton className="mb-5 h-8 w-2/5" />
      <div className="grid items-start gap-6 desk:grid-cols-[minmax(0,1fr)_20rem]">
        <Skeleton className="aspect-video rounded-card" />
        <div className="flex flex-col gap-3">
          {times(4).map((index) => (
            <Skeleton key={index} className="h-14" />
          ))}
        </div>
      </div>
    </LoadingState>
  );
}
