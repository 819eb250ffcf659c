import { NavLink } from 'react-router';
import { cx } from '@/lib/cx';
import type { MenuItem } from './menu-model';

const itemClass = 'flex items-center gap-3 rounded-base px-3 py-2.5 text-sm font-semibold transition duration-200';

/** The entries of a menu, as a column or as a bar. */
export function MenuList({
  items,
  horizontal = false,
  onChosen,
}: {
  items: readonly MenuItem[];
  horizontal?: boolean;
  onChosen?: () => void;
}) {
  return (
    <ul className={cx('flex gap-1', horizontal ? 'flex-row' : 'flex-col')}>
      {items
        .filter((item) => item.visible !== false)
        .map((item) => (
          <li key={item.label}>
            <Entry item={item} onChosen={onChosen} />
            {item.items && (
              <div className="ps-4">
                <MenuList items={item.items} onChosen={onChosen} />
              </div>
            )}
          </li>
        ))}
    </ul>
  );
}

function Entry({ item, onChosen }: { item: MenuItem; onChosen?: () => void }) {
  const face = (
    <>
      {item.icon}
      <span>{item.label}</span>
    </>
  );
  const idle = cx(itemClass, 'w-full text-muted hover:bg-sunken hover:text-ink');
  if (item.disabled)
    return (
      <span aria-disabled="true" className={cx(itemClass, 'opacity-60')}>
        {face}
      </span>
    );
  if (item.to)
    return (
      <NavLink
        to={item.to}
        onClick={onChosen}
        className={({ isActive }) => (isActive ? cx(itemClass, 'bg-accent-soft text-accent-ink') : idle)}
      >
        {face}
      </NavLink>
    );
  if (item.url)
    return (
      <a href={item.url} target={item.target} rel="noreferrer" className={idle}>
        {face}
      </a>
    );
  return (
    <button
      type="button"
      className={idle}
      onClick={() => {
        item.command?.();
        onChosen?.();
      }}
    >
      {face}
    </button>
  );
}
