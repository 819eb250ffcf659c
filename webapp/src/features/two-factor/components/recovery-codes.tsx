import { Copy, Download, Printer } from 'lucide-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { defineMessages } from '@/i18n/define-messages';
import { saveFile } from '@/lib/save-file';

const messages = defineMessages({
  title: { id: 'recoveryCodes.title', defaultMessage: 'Recovery codes' },
  text: {
    id: 'recoveryCodes.text',
    defaultMessage:
      'Each of these codes signs you in once, with your password, if your phone or passkey is lost. They are shown only now: keep them in a safe place, not on that device.',
  },
  copy: { id: 'recoveryCodes.copy', defaultMessage: 'Copy' },
  copied: { id: 'recoveryCodes.copied', defaultMessage: 'The codes were copied.' },
  notCopied: {
    id: 'recoveryCodes.notCopied',
    defaultMessage: 'Your browser does not allow copying here. Select the codes and copy them yourself.',
  },
  download: { id: 'recoveryCodes.download', defaultMessage: 'Download' },
  print: { id: 'recoveryCodes.print', defaultMessage: 'Print' },
  done: { id: 'recoveryCodes.done', defaultMessage: 'I have saved the codes' },
});

/** Recovery codes, shown once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const intl = useIntl();
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  const download = () =>
    saveFile(new Blob([codes.join('\r\n') + '\r\n'], { type: 'text/plain' }), 'academy-recovery-codes.txt');
  const actions = [
    [messages.copy, Copy, () => void copy()],
    [messages.download, Download, download],
    [messages.print, Printer, () => window.print()],
  ] as const;
  return (
    <section aria-labelledby="recovery-codes" className="flex flex-col gap-4">
      <h3 id="recovery-codes" className="font-bold">
        {intl.formatMessage(messages.title)}
      </h3>
      <p className="text-sm text-muted">{intl.formatMessage(messages.text)}</p>
      <ol dir="ltr" className="grid gap-x-8 gap-y-1 rounded-base bg-sunken p-4 font-mono text-sm sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="break-all select-all">
            {code}
          </li>
        ))}
      </ol>
      {copied !== null && (
        <Notice severity={copied ? 'success' : 'warn'}>
          {intl.formatMessage(copied ? messages.copied : messages.notCopied)}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2 print:hidden">
        {actions.map(([message, Icon, act]) => (
          <Button key={message.id} size="small" variant="secondary" onPress={act}>
            <Icon aria-hidden size={16} />
            {intl.formatMessage(message)}
          </Button>
        ))}
      </div>
      <Button className="self-start print:hidden" onPress={onDone}>
        {intl.formatMessage(messages.done)}
      </Button>
    </section>
  );
}
