/** Decoration only: the component that shows it must say in words what is loading. */
export function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="size-4 animate-spin rounded-full border-2 border-current border-e-transparent"
    />
  );
}
