/** Merges the changes that two people made to a course's lessons at once. */
import type { Side as Version } from '@/components/conflict/conflict-dialog';
import type { PartInput } from './api/courses';
import type { DraftPart } from './use-parts';

type Side = Pick<DraftPart, '_id' | 'title' | 'description'> & { video: PartInput['video']; key?: string };

/** Where both changed the same lesson, or the order. `number` counts the lessons from 1 in the list that has it. */
export type PartsDifference = { key: string } & (
  | { kind: 'title' | 'description' | 'video'; number: number; mine: Side; theirs: Side }
  /** Null for whoever removed it; the other one has changed it. */
  | { kind: 'removed'; number: number; mine: Side | null; theirs: Side | null }
  | { kind: 'order'; mine: readonly Side[]; theirs: readonly Side[] }
);

/** What only the other one changed. */
export type PartsChange =
  { kind: 'title' | 'description' | 'video' | 'added' | 'removed'; number: number } | { kind: 'order' };

export interface MergedParts {
  /** All changes, with the chosen version where they meet. */
  parts: DraftPart[];
  differences: PartsDifference[];
  kept: PartsChange[];
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

/** `base` is the list as it was before either of them changed it; `versionOf` chooses by a difference's key. */
export function mergeParts(
  base: readonly Side[],
  mine: readonly DraftPart[],
  theirs: readonly DraftPart[],
  versionOf: (key: string) => Version = () => 'mine',
): MergedParts {
  const inBase = new Map(base.map((part) => [idOf(part), part]));
  const inMine = new Map(mine.map((part) => [idOf(part), part]));
  const inTheirs = new Map(theirs.map((part) => [idOf(part), part]));
  const differences: PartsDifference[] = [];
  const kept: PartsChange[] = [];
  const merged = new Map<string, DraftPart>();

  mine.forEach((own, index) => {
    const id = idOf(own);
    const before = inBase.get(id);
    const other = inTheirs.get(id);
    const number = index + 1;
    if (!other) {
      if (!before) {
        merged.set(id, own);
      } else if (isSame(own, before)) {
        kept.push({ kind: 'removed', number });
      } else {
        const key = `${id}:removed`;
        differences.push({ key, kind: 'removed', number, mine: own, theirs: null });
        // A lesson that the other one removed can only be stored as a new one.
        if (versionOf(key) === 'mine') merged.set(id, { ...own, _id: undefined });
      }
      return;
    }
    const part = { ...own };
    for (const kind of ['title', 'description', 'video'] as const) {
      const valueOf = FIELDS[kind];
      const was = before && valueOf(before);
      if (valueOf(own) === valueOf(other) || valueOf(other) === was) continue;
      const key = `${id}:${kind}`;
      const onlyOther = valueOf(own) === was;
      if (onlyOther || versionOf(key) === 'theirs') Object.assign(part, { [kind]: other[kind] });
      if (onlyOther) kept.push({ kind, number });
      else differences.push({ key, kind, number, mine: own, theirs: other });
    }
    merged.set(id, part);
  });
  theirs.forEach((other, index) => {
    const id = idOf(other);
    if (inMine.has(id)) return;
    const before = inBase.get(id);
    const number = index + 1;
    if (!before) {
      merged.set(id, other);
      kept.push({ kind: 'added', number });
    } else if (!isSame(other, before)) {
      const key = `${id}:removed`;
      differences.push({ key, kind: 'removed', number, mine: null, theirs: other });
      if (versionOf(key) === 'theirs') merged.set(id, other);
    }
  });

  // Only of what all three have: additions and removals are no moves.
  const orderOf = (side: readonly Side[]) =>
    side.map(idOf).filter((id) => inBase.has(id) && inMine.has(id) && inTheirs.has(id));
  const [was, own, other] = [base, mine, theirs].map((side) => orderOf(side).join());
  const [ownMoved, otherMoved] = [own !== was, other !== was];
  const key = 'order';
  if (ownMoved && otherMoved && own !== other) differences.push({ key, kind: 'order', mine, theirs });
  if (otherMoved && !ownMoved) kept.push({ kind: 'order' });
  const asTheirs = otherMoved && (!ownMoved || versionOf(key) === 'theirs');
  return {
    parts: asTheirs ? arrange(theirs, mine, merged) : arrange(mine, theirs, merged),
    differences,
    kept,
  };
}
