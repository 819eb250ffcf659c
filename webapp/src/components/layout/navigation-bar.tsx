/** A thin line while the next screen loads; delayed a moment, so that quick navigations do not flicker. */
export function NavigationBar({ busy }: { busy: boolean }) {
  if (!busy) return null;
  return <div aria-hidden="true" className="navigation-bar fixed inset-x-0 top-0 z-[70] h-0.5 bg-accent" />;
}
