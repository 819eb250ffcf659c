/** Merges the changes that two people made to a course's lessons at once. */
import type { PartInput } from './api/courses';
import type { DraftPart } from './use-parts';

type Side = Pick<DraftPart, '_id' | 'title' | 'description'> & { video: PartInput['video']; key?: string };

/** Where both changed the same lesson, or the order. `number` counts the lessons from 1 in the list that has it. */
export type PartsDifference =
  | { kind: 'title' | 'description' | 'video'; id: string; number: number; mine: Side; theirs: Side }
  /** Null for whoever removed it; the other one has changed it. */
  | { kind: 'removed'; id: string; number: number; mine: Side | null; theirs: Side | null }
  | { kind: 'order'; mine: readonly Side[]; theirs: readonly Side[] };

export interface MergedParts {
  /** All changes, with one's own, or the other's, where they meet. */
  mine: DraftPart[];
  theirs: DraftPart[];
  differences: PartsDifference[];
}

/** A new lesson has no id yet. */
const idOf = ({ _id, key }: Side): string => _id ?? key ?? '';
const assetOf = ({ video }: Side): string => video?.assetId ?? '';
const FIELDS = {
  title: ({ title }: Side) => title,
  description: ({ description }: Side) => description,
  video: assetOf,
};
const isSame = (a: Side, b: Side): boolean => Object.values(FIELDS).every((valueOf) => valueOf(a) === valueOf(b));

/** Orders `kept` as `first` has them; what only `second` has stands behind the same one as there. */
function arrange(first: readonly Side[], second: readonly Side[], kept: ReadonlyMap<string, DraftPart>): DraftPart[] {
  const order = first.map(idOf).filter((id) => kept.has(id));
  const placed = new Set(order);
  let before: string | undefined;
  for (const id of second.map(idOf)) {
    if (kept.has(id) && !placed.has(id)) {
      order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id);
      placed.add(id);
    }
    if (placed.has(id)) before = id;
  }
  return order.flatMap((id) => kept.get(id) ?? []);
}

/** `base` is the list as it was before either of them changed it. */
export function mergeParts(
  base: readonly Side[],
  mine: readonly DraftPart[],
  theirs: readonly DraftPart[],
): MergedParts {
  const inBase = new Map(base.map((part) => [idOf(part), part]));
  const inMine = new Map(mine.map((part) => [idOf(part), part]));
  const inTheirs = new Map(theirs.map((part) => [idOf(part), part]));
  const differences: PartsDifference[] = [];
  const kept = { mine: new Map<string, DraftPart>(), theirs: new Map<string, DraftPart>() };

  mine.forEach((own, index) => {
    const id = idOf(own);
    const before = inBase.get(id);
    const other = inTheirs.get(id);
    const number = index + 1;
    if (!other) {
      if (!before) kept.theirs.set(id, own);
      else if (isSame(own, before)) return;
      else differences.push({ kind: 'removed', id, number, mine: own, theirs: null });
      // A lesson that the other one removed can only be stored as a new one.
      kept.mine.set(id, before ? { ...own, _id: undefined } : own);
      return;
    }
    const merged = { mine: { ...own }, theirs: { ...own } };
    for (const kind of ['title', 'description', 'video'] as const) {
      const valueOf = FIELDS[kind];
      const was = before && valueOf(before);
      if (valueOf(own) === valueOf(other) || valueOf(other) === was) continue;
      Object.assign(merged.theirs, { [kind]: other[kind] });
      if (valueOf(own) === was) Object.assign(merged.mine, { [kind]: other[kind] });
      else differences.push({ kind, id, number, mine: own, theirs: other });
    }
    kept.mine.set(id, merged.mine);
    kept.theirs.set(id, merged.theirs);
  });
  theirs.forEach((other, index) => {
    const id = idOf(other);
    if (inMine.has(id)) return;
    const before = inBase.get(id);
    if (before && isSame(other, before)) return;
    if (before) differences.push({ kind: 'removed', id, number: index + 1, mine: null, theirs: other });
    else kept.mine.set(id, other);
    kept.theirs.set(id, other);
  });

  // Only of what all three have: additions and removals are no moves.
  const orderOf = (side: readonly Side[]) =>
    side.map(idOf).filter((id) => inBase.has(id) && inMine.has(id) && inTheirs.has(id));
  const [was, own, other] = [base, mine, theirs].map((side) => orderOf(side).join());
  const [ownMoved, otherMoved] = [own !== was, other !== was];
  if (ownMoved && otherMoved && own !== other) differences.push({ kind: 'order', mine, theirs });
  return {
    mine: otherMoved && !ownMoved ? arrange(theirs, mine, kept.mine) : arrange(mine, theirs, kept.mine),
    theirs: otherMoved ? arrange(theirs, mine, kept.theirs) : arrange(mine, theirs, kept.theirs),
    differences,
  };
}
