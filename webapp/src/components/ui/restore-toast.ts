/** Says that courses or learners were deleted, with a button that takes them out of the bin. */
import type { IntlShape } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import { describeError } from '@/i18n/error-messages';
import { restoreFromBin } from '@/lib/bin';
import { addToast, removeToast } from '@/lib/toast';
import { UNDO_LIFE_MS } from '@/lib/undo';

const messages = defineMessages({
  undo: { id: 'users.removed.undo', defaultMessage: 'Undo' },
  failed: { id: 'bin.restore.failed', defaultMessage: 'Could not be restored' },
});

export function offerRestore(
  intl: IntlShape,
  { summary, detail, ids }: { summary: string; detail?: string; ids: readonly string[] },
): void {
  const restore = () =>
    restoreFromBin(ids).catch((error: unknown) =>
      addToast({
        severity: 'error',
        summary: intl.formatMessage(messages.failed),
        detail: describeError(intl, error),
      }),
    );
  const id = addToast({
    severity: 'success',
    summary,
    detail,
    life: UNDO_LIFE_MS,
    action: {
      label: intl.formatMessage(messages.undo),
      onAction: () => {
        removeToast(id);
        void restore();
      },
    },
  });
}
