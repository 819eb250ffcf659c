import { useIntl, type IntlShape } from 'react-intl';
import type { Conflict } from '@/components/conflict/conflict-dialog';
import { useGuardedSave } from '@/components/conflict/use-guarded-save';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import type { Course } from '@/lib/models';
import type { useUpdateCourse } from './api/courses';
import { mergeParts, type PartsChange, type PartsDifference } from './merge-parts';
import { toDrafts, toInput, type DraftPart } from './use-parts';

const messages = defineMessages({
  field: { id: 'parts.conflict.field', defaultMessage: 'Lesson {number}: {field}' },
  lesson: { id: 'parts.conflict.lesson', defaultMessage: 'Lesson {number}' },
  order: { id: 'parts.conflict.order', defaultMessage: 'Order of the lessons' },
  removed: { id: 'parts.conflict.removed', defaultMessage: 'Deleted' },
  video: { id: 'video.label', defaultMessage: 'Video' },
  noVideo: { id: 'parts.conflict.noVideo', defaultMessage: 'No video' },
  ownVideo: { id: 'parts.conflict.video', defaultMessage: 'A different video' },
});

const FIELDS = { title: common.title, description: common.description, video: messages.video };

/** What is shown of a change, without its versions. */
function nameOf(intl: IntlShape, change: PartsChange): string {
  if (change.kind === 'order') return intl.formatMessage(messages.order);
  const number = intl.formatNumber(change.number);
  if (change.kind === 'added') return intl.formatMessage(messages.lesson, { number });
  const field = change.kind === 'removed' ? messages.removed : FIELDS[change.kind];
  return intl.formatMessage(messages.field, { number, field: intl.formatMessage(field) });
}

function describe(intl: IntlShape, difference: PartsDifference): Conflict {
  const { key, kind } = difference;
  if (kind === 'order') {
    const titles = (parts: typeof difference.mine) => parts.map(({ title }) => title).join('\n');
    return { key, label: nameOf(intl, difference), mine: titles(difference.mine), theirs: titles(difference.theirs) };
  }
  if (kind === 'removed') {
    const text = (part: typeof difference.mine) =>
      part ? [part.title, part.description].filter(Boolean).join('\n') : intl.formatMessage(messages.removed);
    const label = nameOf(intl, { kind: 'added', number: difference.number });
    return { key, label, mine: text(difference.mine), theirs: text(difference.theirs) };
  }
  const text = (part: typeof difference.mine) =>
    kind === 'video' ? intl.formatMessage(part.video ? messages.ownVideo : messages.noVideo) : part[kind];
  return { key, label: nameOf(intl, difference), mine: text(difference.mine), theirs: text(difference.theirs) };
}

/** Saves a course's lessons unless somebody else changed the same ones meanwhile. */
export function usePartsSave(update: ReturnType<typeof useUpdateCourse>) {
  const intl = useIntl();
  return useGuardedSave<readonly DraftPart[], Course>({
    read: ({ parts }) => toDrafts(parts),
    merge: (base, mine, theirs) => {
      const { differences, kept } = mergeParts(base, mine, theirs);
      return {
        conflicts: differences.map((difference) => describe(intl, difference)),
        kept: kept.map((change) => nameOf(intl, change)),
        resolve: (sideOf) => mergeParts(base, mine, theirs, sideOf).parts,
      };
    },
    send: (drafts, revision) => update.mutateAsync({ parts: toInput(drafts), revision }),
  });
}
