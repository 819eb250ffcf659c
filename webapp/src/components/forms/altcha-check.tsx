import type {} from 'altcha/types/react';
import { useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { Notice } from '@/components/ui/notice';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import { botCheckUnavailable, type BotProof } from '@/lib/bot-proof';

const messages = defineMessages({
  label: { id: 'botCheck.check', defaultMessage: 'I am not a robot' },
  verifying: { id: 'botCheck.working', defaultMessage: 'Checking your browser…' },
  verified: { id: 'botCheck.done', defaultMessage: 'Check complete. You can continue.' },
  expired: { id: 'botCheck.expired', defaultMessage: 'The check has expired. Please do it again.' },
  error: { id: 'botCheck.failed', defaultMessage: 'The check failed. Please try again.' },
  insecure: {
    id: 'botCheck.insecure',
    defaultMessage: 'This check needs a secure connection (https). Please tell the academy.',
  },
});

// Nothing about a person's movements leaves the browser, and the widget has no outgoing links.
const CONFIGURATION = JSON.stringify({ hideFooter: true, hideLogo: true, humanInteractionSignature: false });

/** The ALTCHA widget: a moment of computation proves that a browser is in use. Loaded when first shown. */
export function AltchaCheck({ onProof }: { onProof: (proof: BotProof | null) => void }) {
  const intl = useIntl();
  const describe = useDescribeError();
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const widget = useRef<HTMLElement>(null);
  const language = intl.locale.startsWith('ar') ? 'ar' : 'en';

  useEffect(() => {
    import('./altcha').then(
      () => {
        const { i18n } = globalThis.$altcha;
        const own = (['label', 'verifying', 'verified', 'expired', 'error'] as const).map(
          (key) => [key, intl.formatMessage(messages[key])] as const,
        );
        i18n.set(language, { ...i18n.get('en'), ...Object.fromEntries(own) });
        setState('ready');
      },
      () => setState('failed'),
    );
  }, [intl, language]);

  useEffect(() => {
    const element = widget.current;
    if (!element) return;
    const onState = (event: Event) => {
      const { payload, state: now } = (event as CustomEvent<{ payload: string | null; state: string }>).detail;
      onProof(now === 'verified' && payload ? { altcha: payload } : null);
    };
    element.addEventListener('statechange', onState);
    return () => element.removeEventListener('statechange', onState);
  }, [state, onProof]);

  if (!import.meta.env.SSR && !window.isSecureContext)
    return <Notice severity="warn">{intl.formatMessage(messages.insecure)}</Notice>;
  if (state === 'failed') return <Notice severity="error">{describe(botCheckUnavailable())}</Notice>;
  if (state === 'loading') return <div aria-hidden="true" className="skeleton h-12" />;
  return (
    <altcha-widget ref={widget} challenge="/api/captcha/challenge" language={language} configuration={CONFIGURATION} />
  );
}
