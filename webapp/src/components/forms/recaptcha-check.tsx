import { useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { Notice } from '@/components/ui/notice';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import type { BotProof } from '@/lib/bot-proof';
import { theme } from '@/lib/preferences';
import { loadRecaptcha } from '@/lib/recaptcha';
import { useStore } from '@/lib/store';

const messages = defineMessages({
  notice: {
    id: 'botCheck.recaptcha',
    defaultMessage:
      'This form is protected by reCAPTCHA; Google’s <privacy>privacy policy</privacy> and <terms>terms of service</terms> apply.',
  },
});

/** Google's checkbox (reCAPTCHA v2). */
export function RecaptchaCheck({ siteKey, onProof }: { siteKey: string; onProof: (proof: BotProof | null) => void }) {
  const intl = useIntl();
  const describe = useDescribeError();
  const { scheme } = useStore(theme);
  const frame = useRef<HTMLDivElement>(null);
  const [error, setError] = useState<unknown>(null);
  const language = intl.locale.startsWith('ar') ? 'ar' : 'en';

  useEffect(() => {
    let gone = false;
    loadRecaptcha('explicit', language).then((grecaptcha) => {
      if (gone || !frame.current) return;
      // A container can be rendered into only once, so a new language or scheme gets a new one.
      const container = document.createElement('div');
      frame.current.replaceChildren(container);
      grecaptcha.render(container, {
        sitekey: siteKey,
        theme: scheme,
        hl: language,
        callback: (token) => onProof({ recaptcha: token }),
        'expired-callback': () => onProof(null),
        'error-callback': () => onProof(null),
      });
    }, setError);
    return () => {
      gone = true;
      onProof(null);
    };
  }, [siteKey, scheme, language, onProof]);

  if (error !== null) return <Notice severity="error">{describe(error)}</Notice>;
  return <div ref={frame} className="min-h-20 max-w-full overflow-x-auto" />;
}

/** The notice that Google requires where its floating badge is hidden (reCAPTCHA v3). */
export function RecaptchaNotice() {
  const intl = useIntl();
  const link = (href: string) =>
    function Link(text: React.ReactNode) {
      return (
        <a key={href} href={href} target="_blank" rel="noreferrer" className="underline">
          {text}
        </a>
      );
    };
  return (
    <p className="text-xs text-muted">
      {intl.formatMessage(messages.notice, {
        privacy: link('https://policies.google.com/privacy'),
        terms: link('https://policies.google.com/terms'),
      })}
    </p>
  );
}
