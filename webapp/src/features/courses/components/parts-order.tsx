import { memo, useState } from 'react';
import { useIntl } from 'react-intl';
import { Badge, type BadgeSeverity } from '@/components/ui/badge';
import { EmptyState } from '@/components/ui/empty-state';
import { SearchField } from '@/components/ui/search-field';
import { SortableList } from '@/components/ui/sortable-list';
import { defineMessages } from '@/i18n/define-messages';
import { cx } from '@/lib/cx';
import { foldText } from '@/lib/fold-text';
import type { VideoStatus } from '@/lib/models';
import { isMoving, percentOf } from '../upload-list';
import { unfinishedUploads } from '../upload-memory';
import type { DraftPart } from '../use-parts';
import type { Uploads } from '../use-uploads';

const messages = defineMessages({
  part: { id: 'parts.part', defaultMessage: 'Lesson {number}' },
  open: { id: 'parts.open', defaultMessage: 'Edit lesson {number}:' },
  find: { id: 'parts.find', defaultMessage: 'Find a lesson' },
  none: { id: 'parts.video.none', defaultMessage: 'No video' },
  uploading: { id: 'parts.video.uploading', defaultMessage: 'Incomplete' },
  queued: { id: 'parts.video.queued', defaultMessage: 'Waiting' },
  processing: { id: 'parts.video.processing', defaultMessage: 'Processing {percent}' },
  ready: { id: 'parts.video.ready', defaultMessage: 'Ready' },
  failed: { id: 'parts.video.failed', defaultMessage: 'Failed' },
  sending: { id: 'parts.video.sending', defaultMessage: 'Uploading {percent}' },
  paused: { id: 'parts.video.paused', defaultMessage: 'Paused {percent}' },
  asking: { id: 'parts.video.asking', defaultMessage: 'Needs your decision' },
});

const SEVERITY: Record<VideoStatus, BadgeSeverity> = {
  uploading: 'warn',
  queued: 'info',
  processing: 'info',
  ready: 'success',
  failed: 'danger',
};
/** From so many on lessons can be looked for. */
const SEARCHED = 12;
/** Found lessons drawn at once. */
const FOUND = 40;

export interface PartsOrderProps {
  label: string;
  courseId: string;
  drafts: readonly DraftPart[];
  uploads: Uploads;
  openKey: string | null;
  onOpen: (key: string) => void;
  onOrder: (keys: string[]) => void;
}

/** All lessons in their order, by a line each; it scrolls by itself, however many there are. */
export const PartsOrder = memo(function PartsOrder(props: PartsOrderProps) {
  const { label, courseId, drafts, uploads, openKey, onOpen, onOrder } = props;
  const intl = useIntl();
  const [search, setSearch] = useState('');
  const wanted = foldText(search);
  const nameOf = (draft: DraftPart, index: number) =>
    draft.title || intl.formatMessage(messages.part, { number: intl.formatNumber(index + 1) });
  const places = new Map(drafts.map((draft, index) => [draft.key, index]));
  const line = (draft: DraftPart, index: number) => (
    <button
      type="button"
      aria-current={draft.key === openKey ? 'true' : undefined}
      onClick={() => onOpen(draft.key)}
      className={cx(
        'flex w-full flex-wrap items-center gap-x-2 gap-y-1 rounded-base px-2 py-1.5 text-start transition duration-200',
        draft.key === openKey ? 'bg-accent-soft' : 'hover:bg-sunken',
      )}
    >
      <span className="sr-only">{intl.formatMessage(messages.open, { number: intl.formatNumber(index + 1) })} </span>
      <span aria-hidden="true" className="text-sm text-muted tabular-nums">
        {intl.formatNumber(index + 1)}
      </span>
      <span dir="auto" className={cx('min-w-0 flex-1 basis-28 font-semibold', !draft.title && 'text-muted')}>
        {nameOf(draft, index)}
      </span>
      <State draft={draft} upload={uploads[draft.key]} courseId={courseId} />
    </button>
  );
  const found = wanted
    ? drafts.filter(({ title }, index) => foldText(title).includes(wanted) || String(index + 1) === wanted)
    : null;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {drafts.length >= SEARCHED && (
        <SearchField label={intl.formatMessage(messages.find)} value={search} onChange={setSearch} />
      )}
      {found ? (
        found.length === 0 ? (
          <EmptyState />
        ) : (
          <ul aria-label={label} className="flex max-h-[32rem] flex-col gap-1 overflow-y-auto">
            {found.slice(0, FOUND).map((draft) => (
              <li key={draft.key}>{line(draft, places.get(draft.key) ?? 0)}</li>
            ))}
          </ul>
        )
      ) : (
        <SortableList
          label={label}
          items={drafts}
          itemId={({ key }) => key}
          name={(draft) => nameOf(draft, places.get(draft.key) ?? 0)}
          onReorder={(items) => onOrder(items.map(({ key }) => key))}
        >
          {line}
        </SortableList>
      )}
    </div>
  );
});

interface StateProps {
  courseId: string;
  draft: DraftPart;
  upload: Uploads[string] | undefined;
}

/** What a lesson's video is doing, in a word. */
function State({ courseId, draft, upload }: StateProps) {
  const intl = useIntl();
  const per = (value: number) => intl.formatNumber(value / 100, { style: 'percent', maximumFractionDigits: 0 });
  const unfinished = draft._id ? unfinishedUploads(courseId)[draft._id] : undefined;
  const { video } = draft;
  const badge = (severity: BadgeSeverity, message: keyof typeof messages, percent = 0) => (
    <Badge size="small" severity={severity}>
      {intl.formatMessage(messages[message], { percent: per(percent) })}
    </Badge>
  );
  if (upload && isMoving(upload)) return badge('info', 'sending', percentOf(upload));
  if (upload?.phase === 'asking') return badge('warn', 'asking');
  if (upload) return badge('warn', 'paused', percentOf(upload));
  if (unfinished) return badge('warn', 'paused', unfinished.percent);
  return video ? badge(SEVERITY[video.status], video.status, video.progress) : badge('secondary', 'none');
}
