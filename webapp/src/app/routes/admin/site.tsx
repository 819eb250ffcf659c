import { Suspense } from 'react';
import { PageSkeleton } from '@/components/ui/skeleton';
import { SitePage } from '@/features/site-editor/components/site-page';
import { reloadSite } from '@/features/site/api/fetch-site';

export function Component() {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <SitePage onPublished={() => void reloadSite().catch(() => undefined)} />
    </Suspense>
  );
}
