import { Suspense } from 'react';
import { LoadingState } from '@/components/ui/loading-state';
import { SitePage } from '@/features/site-editor/components/site-page';
import { reloadSite } from '@/features/site/api/fetch-site';

export function Component() {
  return (
    <Suspense fallback={<LoadingState />}>
      <SitePage onPublished={() => void reloadSite().catch(() => undefined)} />
    </Suspense>
  );
}
