import { useIntl, type IntlShape } from 'react-intl';
import type { Conflict } from '@/components/conflict/conflict-dialog';
import { useGuardedSave } from '@/components/conflict/use-guarded-save';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import type { Course } from '@/lib/models';
import type { useUpdateCourse } from './api/courses';
import { mergeParts, type PartsDifference } from './merge-parts';
import { toDrafts, toInput, type DraftPart } from './use-parts';

const messages = defineMessages({
  field: { id: 'parts.conflict.field', defaultMessage: 'Lesson {number}: {field}' },
  lesson: { id: 'parts.conflict.lesson', defaultMessage: 'Lesson {number}' },
  order: { id: 'parts.conflict.order', defaultMessage: 'Order of the lessons' },
  removed: { id: 'parts.conflict.removed', defaultMessage: 'Removed' },
  video: { id: 'video.label', defaultMessage: 'Video' },
  noVideo: { id: 'parts.conflict.noVideo', defaultMessage: 'No video' },
  ownVideo: { id: 'parts.conflict.video', defaultMessage: 'Another video than before' },
});

const FIELDS = { title: common.title, description: common.description, video: messages.video };

function describe(intl: IntlShape, difference: PartsDifference): Conflict {
  const { kind } = difference;
  if (kind === 'order') {
    const titles = (parts: typeof difference.mine) => parts.map(({ title }) => title).join('\n');
    const label = intl.formatMessage(messages.order);
    return { key: kind, label, mine: titles(difference.mine), theirs: titles(difference.theirs) };
  }
  const key = `${difference.id}:${kind}`;
  const number = intl.formatNumber(difference.number);
  if (kind === 'removed') {
    const text = (part: typeof difference.mine) =>
      part ? [part.title, part.description].filter(Boolean).join('\n') : intl.formatMessage(messages.removed);
    const label = intl.formatMessage(messages.lesson, { number });
    return { key, label, mine: text(difference.mine), theirs: text(difference.theirs) };
  }
  const text = (part: typeof difference.mine) =>
    kind === 'video' ? intl.formatMessage(part.video ? messages.ownVideo : messages.noVideo) : part[kind];
  const label = intl.formatMessage(messages.field, { number, field: intl.formatMessage(FIELDS[kind]) });
  return { key, label, mine: text(difference.mine), theirs: text(difference.theirs) };
}

/** Saves a course's lessons unless somebody else changed the same ones meanwhile. */
export function usePartsSave(update: ReturnType<typeof useUpdateCourse>) {
  const intl = useIntl();
  return useGuardedSave<readonly DraftPart[], Course>({
    read: ({ parts }) => toDrafts(parts),
    merge: (base, mine, theirs) => {
      const { differences, ...merged } = mergeParts(base, mine, theirs);
      return { ...merged, conflicts: differences.map((difference) => describe(intl, difference)) };
    },
    send: (drafts, revision) => update.mutateAsync({ parts: toInput(drafts), revision }),
  });
}
