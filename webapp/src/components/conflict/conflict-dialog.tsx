import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';

const messages = defineMessages({
  title: { id: 'conflict.title', defaultMessage: 'Someone else changed this meanwhile' },
  text: {
    id: 'conflict.text',
    defaultMessage: 'Nothing has been overwritten. Choose which version is saved; what differs is shown here.',
  },
  mine: { id: 'conflict.mine', defaultMessage: 'Yours' },
  theirs: { id: 'conflict.theirs', defaultMessage: 'Saved meanwhile by someone else' },
  keepMine: { id: 'conflict.keepMine', defaultMessage: 'Keep mine' },
  takeTheirs: { id: 'conflict.takeTheirs', defaultMessage: 'Take theirs' },
  back: { id: 'conflict.back', defaultMessage: 'Back to editing' },
});

/** One field that two people changed to different values. */
export interface Conflict {
  key: string;
  label: string;
  mine: ReactNode;
  theirs: ReactNode;
}

export type ConflictChoice = 'mine' | 'theirs' | 'back';

export interface ConflictDialogProps {
  conflicts: readonly Conflict[];
  onChoose: (choice: ConflictChoice) => void;
}

/** Both versions of what two people changed at once, side by side. Closing it returns to the form. */
export function ConflictDialog({ conflicts, onChoose }: ConflictDialogProps) {
  const intl = useIntl();
  return (
    <Dialog
      alert
      isOpen
      width="max-w-[46rem]"
      title={intl.formatMessage(messages.title)}
      onOpenChange={(open) => !open && onChoose('back')}
    >
      <p className="text-muted">{intl.formatMessage(messages.text)}</p>
      <ul className="mt-4 flex flex-col gap-5">
        {conflicts.map(({ key, label, mine, theirs }) => (
          <li key={key}>
            <h3 className="mb-2 font-bold">{label}</h3>
            <dl className="grid gap-3 sm:grid-cols-2">
              <Version name={intl.formatMessage(messages.mine)}>{mine}</Version>
              <Version name={intl.formatMessage(messages.theirs)}>{theirs}</Version>
            </dl>
          </li>
        ))}
      </ul>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onPress={() => onChoose('back')}>
          {intl.formatMessage(messages.back)}
        </Button>
        <Button variant="secondary" onPress={() => onChoose('theirs')}>
          {intl.formatMessage(messages.takeTheirs)}
        </Button>
        <Button onPress={() => onChoose('mine')}>{intl.formatMessage(messages.keepMine)}</Button>
      </div>
    </Dialog>
  );
}

function Version({ name, children }: { name: string; children: ReactNode }) {
  const intl = useIntl();
  return (
    <div className="min-w-0 rounded-card border border-line bg-bg p-3">
      <dt className="mb-1 text-sm text-muted">{name}</dt>
      <dd dir="auto" className="text-start whitespace-pre-wrap wrap-anywhere">
        {children === '' ? intl.formatMessage(common.nothing) : children}
      </dd>
    </div>
  );
}
