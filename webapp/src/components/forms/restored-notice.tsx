import { useIntl } from 'react-intl';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { defineMessages } from '@/i18n/define-messages';

const messages = defineMessages({
  restored: { id: 'form.restored', defaultMessage: 'Your unsaved draft was restored.' },
  startOver: { id: 'form.startOver', defaultMessage: 'Start over' },
});

/** Says that a form shows what was typed before, and drops it on request. */
export function RestoredNotice({ onStartOver }: { onStartOver: () => void }) {
  const intl = useIntl();
  return (
    <Notice>
      <span className="flex flex-wrap items-center justify-between gap-2">
        {intl.formatMessage(messages.restored)}
        <Button size="small" variant="secondary" onPress={onStartOver}>
          {intl.formatMessage(messages.startOver)}
        </Button>
      </span>
    </Notice>
  );
}
