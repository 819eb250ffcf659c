import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { IconButton } from '@/components/ui/icon-button';
import { TextField } from '@/components/ui/text-field';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import type { DraftPart } from '../use-parts';
import { PartVideoField } from './part-video-field';

const messages = defineMessages({
  part: { id: 'parts.part', defaultMessage: 'Lesson {number}' },
  partTitle: { id: 'parts.part.title', defaultMessage: 'Lesson title' },
  partDescription: { id: 'parts.part.description', defaultMessage: 'Lesson description' },
  up: { id: 'parts.up', defaultMessage: 'Move up' },
  down: { id: 'parts.down', defaultMessage: 'Move down' },
  remove: { id: 'parts.remove', defaultMessage: 'Remove the lesson' },
  removeText: {
    id: 'parts.remove.text',
    defaultMessage: 'The lesson leaves the course when you save; its video is removed later.',
  },
});

export interface PartEditorProps {
  draft: DraftPart;
  index: number;
  count: number;
  onChange: (change: Partial<Pick<DraftPart, 'title' | 'description' | 'video'>>) => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
  onUploaded: (assetId: string) => void;
}

export function PartEditor({ draft, index, count, onChange, onMove, onRemove, onUploaded }: PartEditorProps) {
  const intl = useIntl();
  const [confirming, setConfirming] = useState(false);
  const name = intl.formatMessage(messages.part, { number: intl.formatNumber(index + 1) });
  return (
    <li>
      <div role="group" aria-label={name} className="flex flex-col gap-4 rounded-card border border-line bg-bg p-4">
        <div className="flex items-center gap-1">
          <h3 className="flex-1 font-bold">{name}</h3>
          <IconButton label={intl.formatMessage(messages.up)} isDisabled={index === 0} onPress={() => onMove(-1)}>
            <ArrowUp aria-hidden size={18} />
          </IconButton>
          <IconButton
            label={intl.formatMessage(messages.down)}
            isDisabled={index === count - 1}
            onPress={() => onMove(1)}
          >
            <ArrowDown aria-hidden size={18} />
          </IconButton>
          <IconButton label={intl.formatMessage(messages.remove)} onPress={() => setConfirming(true)}>
            <Trash2 aria-hidden size={18} />
          </IconButton>
        </div>
        <TextField
          isRequired
          maxLength={200}
          label={intl.formatMessage(messages.partTitle)}
          value={draft.title}
          onChange={(title) => onChange({ title })}
        />
        <TextField
          rows={2}
          label={intl.formatMessage(messages.partDescription)}
          value={draft.description}
          onChange={(description) => onChange({ description })}
        />
        <PartVideoField video={draft.video} untitled={!draft.title.trim()} onUploaded={onUploaded} />
      </div>
      <ConfirmDialog
        danger
        isOpen={confirming}
        title={intl.formatMessage(common.removeNamed, { name: draft.title || name })}
        text={intl.formatMessage(messages.removeText)}
        onAnswer={(accepted) => {
          setConfirming(false);
          if (accepted) onRemove();
        }}
      />
    </li>
  );
}
