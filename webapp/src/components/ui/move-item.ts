/** Moves the item at `index` by one step. */
export function moveStep<Item>(items: readonly Item[], index: number, by: 1 | -1): Item[] {
  const moved = [...items];
  const [item] = moved.splice(index, 1);
  if (item !== undefined) moved.splice(index + by, 0, item);
  return moved;
}

/** Moves the items of `ids` before or after `target`, keeping their order. */
export function moveBeside<Item>(
  items: readonly Item[],
  idOf: (item: Item) => string,
  ids: ReadonlySet<string>,
  target: string,
  position: 'before' | 'after',
): Item[] {
  const moving = items.filter((item) => ids.has(idOf(item)));
  const rest = items.filter((item) => !ids.has(idOf(item)));
  let place = rest.findIndex((item) => idOf(item) === target);
  // Dropped beside one of the moved items: the next item that is not moved marks the place.
  if (place < 0) {
    const from = items.findIndex((item) => idOf(item) === target);
    const next = items.slice(from).find((item) => !ids.has(idOf(item)));
    place = next === undefined ? rest.length : rest.indexOf(next);
  } else if (position === 'after') place += 1;
  return [...rest.slice(0, place), ...moving, ...rest.slice(place)];
}
