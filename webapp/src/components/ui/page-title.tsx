import { useEffect } from 'react';
import { siteName } from '@/lib/site-name';
import { useStore } from '@/lib/store';

/** Sets the document's title; without children it is the academy's name alone. */
export function PageTitle({ children }: { children?: string }) {
  const name = useStore(siteName);
  const title = [children, name].filter(Boolean).join(' · ');
  useEffect(() => {
    if (title) document.title = title;
  }, [title]);
  return null;
}
