import { Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import type { Side } from '@/components/conflict/conflict-dialog';
import { IconButton } from '@/components/ui/icon-button';
import { TextField } from '@/components/ui/text-field';
import { defineMessages } from '@/i18n/define-messages';
import { describeError } from '@/i18n/error-messages';
import { foldText } from '@/lib/fold-text';
import type { LessonUpload } from '../upload-list';
import type { DraftPart } from '../use-parts';
import { PartCaptions } from './part-captions';
import { PartVideoField } from './part-video-field';

const messages = defineMessages({
  part: { id: 'parts.part', defaultMessage: 'Lesson {number}' },
  partTitle: { id: 'parts.part.title', defaultMessage: 'Lesson title' },
  partDescription: { id: 'parts.part.description', defaultMessage: 'Lesson description' },
  chaptersHint: {
    id: 'parts.part.description.chapters',
    defaultMessage: 'Lines such as “0:00 Introduction” and “4:30 Examples” become the chapters of the video.',
  },
  place: { id: 'parts.place', defaultMessage: 'Position (1 to {count})' },
  remove: { id: 'parts.remove', defaultMessage: 'Delete the lesson' },
});

/** The limits of the REST contract. */
const MOST_TITLE = 200;
const MOST_DESCRIPTION = 20_000;

export interface PartEditorProps {
  courseId: string;
  draft: DraftPart;
  index: number;
  /** Of all lessons. */
  count: number;
  upload: LessonUpload | undefined;
  onUpload: (file: File) => void;
  onPause: () => void;
  onResume: () => void;
  onCancel: () => void;
  onChoose: (side: Side) => void;
  onChange: (change: Partial<Pick<DraftPart, 'title' | 'description' | 'video'>>) => void;
  /** Moves it to a place, from 0. */
  onPlace: (place: number) => void;
  onRemove: () => void;
}

/** The lesson that is open: its texts, its video and its captions. */
export function PartEditor(props: PartEditorProps) {
  const { courseId, draft, index, count, onChange, onPlace, onRemove, ...video } = props;
  const intl = useIntl();
  const name = intl.formatMessage(messages.part, { number: intl.formatNumber(index + 1) });
  const box = useRef<HTMLDivElement>(null);
  const title = useRef<HTMLInputElement>(null);
  const isNew = !draft.title;
  useEffect(() => {
    // A new lesson wants its title; below the list on a phone, an opened one comes into sight.
    if (isNew) title.current?.focus();
    box.current?.scrollIntoView?.({ block: 'nearest' });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when it is opened
  }, []);
  return (
    <div
      ref={box}
      role="group"
      aria-label={name}
      className="flex min-w-0 scroll-mt-20 flex-col gap-4 rounded-card border border-line bg-bg p-4"
    >
      <div className="flex items-center gap-1">
        <h3 className="flex-1 font-bold">{name}</h3>
        <IconButton label={intl.formatMessage(messages.remove)} onPress={onRemove}>
          <Trash2 aria-hidden size={18} />
        </IconButton>
      </div>
      <TextField
        isRequired
        inputRef={title}
        maxLength={MOST_TITLE}
        label={intl.formatMessage(messages.partTitle)}
        value={draft.title}
        onChange={(text) => onChange({ title: text })}
      />
      {count > 1 && <Place key={index} index={index} count={count} onPlace={onPlace} />}
      <TextField
        rows={3}
        label={intl.formatMessage(messages.partDescription)}
        hint={intl.formatMessage(messages.chaptersHint)}
        value={draft.description}
        error={draft.description.length > MOST_DESCRIPTION ? describeError(intl, { code: 'too_long' }) : undefined}
        onChange={(description) => onChange({ description })}
      />
      <PartVideoField
        {...video}
        courseId={courseId}
        partId={draft._id}
        video={draft.video}
        untitled={!draft.title.trim()}
      />
      {draft.video && <PartCaptions key={draft.video.assetId} assetId={draft.video.assetId} />}
    </div>
  );
}

/** A lesson's position, which can be changed by typing another: convenient in a long list. */
function Place({ index, count, onPlace }: Pick<PartEditorProps, 'index' | 'count' | 'onPlace'>) {
  const intl = useIntl();
  const [typed, setTyped] = useState(String(index + 1));
  const place = Number(foldText(typed));
  const fits = Number.isInteger(place) && place >= 1 && place <= count;
  const move = () => {
    if (fits && place !== index + 1) onPlace(place - 1);
    else if (!fits) setTyped(String(index + 1));
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        move();
      }}
      className="max-w-44"
    >
      <TextField
        inputMode="numeric"
        maxLength={4}
        label={intl.formatMessage(messages.place, { count: intl.formatNumber(count) })}
        value={typed}
        onChange={setTyped}
        onBlur={move}
      />
    </form>
  );
}
