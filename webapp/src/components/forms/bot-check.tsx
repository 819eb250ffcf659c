import { Check, ShieldQuestionMark } from 'lucide-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '@/components/ui/button';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import { solveBotCheck } from '@/lib/bot-check/bot-check';

const messages = defineMessages({
  check: { id: 'botCheck.check', defaultMessage: 'I am not a robot' },
  working: { id: 'botCheck.working', defaultMessage: 'Checking your browser…' },
  done: { id: 'botCheck.done', defaultMessage: 'Checked. You can go on.' },
});

/** Proves with a moment of this machine's work that a person is here; gives the proof to the form. */
export function BotCheck({ onSolved }: { onSolved: (payload: string) => void }) {
  const intl = useIntl();
  const describe = useDescribeError();
  const [state, setState] = useState<'idle' | 'working' | 'done'>('idle');
  const [error, setError] = useState<unknown>(null);
  const check = async () => {
    setState('working');
    setError(null);
    try {
      onSolved(await solveBotCheck());
      setState('done');
    } catch (problem) {
      setError(problem);
      setState('idle');
    }
  };
  return (
    <div className="flex flex-col gap-2 rounded-base border border-line bg-sunken p-3">
      {state === 'done' ? (
        <p role="status" className="flex items-center gap-2 text-sm font-semibold text-success">
          <Check aria-hidden size={18} />
          {intl.formatMessage(messages.done)}
        </p>
      ) : (
        <Button variant="secondary" loading={state === 'working'} onPress={() => void check()}>
          {state === 'idle' && <ShieldQuestionMark aria-hidden size={18} />}
          {intl.formatMessage(state === 'working' ? messages.working : messages.check)}
        </Button>
      )}
      {error !== null && (
        <p role="alert" className="text-sm text-danger">
          {describe(error)}
        </p>
      )}
    </div>
  );
}
