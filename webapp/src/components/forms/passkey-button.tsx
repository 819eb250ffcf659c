import { KeyRound } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button, type ButtonProps } from '@/components/ui/button';
import type { PasskeyAssertionInput } from '@/lib/api/schema';
import { askPasskey, passkeysSupported } from '@/lib/passkeys';
import { PasskeyNotice } from './passkey-notice';

export interface PasskeyButtonProps extends Pick<ButtonProps, 'size' | 'className'> {
  label: string;
  /** Takes the passkey's proof to the server. */
  onPasskey: (passkey: PasskeyAssertionInput) => Promise<unknown>;
  onDone: () => void;
}

/** Asks for a passkey; nothing where the browser has none. */
export function PasskeyButton({ label, onPasskey, onDone, ...look }: PasskeyButtonProps) {
  const [supported] = useState(passkeysSupported);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  // The browser's question does not outlive the screen.
  const question = useRef<AbortController>(null);
  useEffect(() => () => question.current?.abort(), []);
  if (!supported) return null;
  const use = async () => {
    const { signal } = (question.current = new AbortController());
    setBusy(true);
    setError(null);
    try {
      await onPasskey(await askPasskey(signal));
    } catch (failure) {
      if (!signal.aborted) setError(failure);
      return;
    } finally {
      setBusy(false);
    }
    onDone();
  };
  return (
    <>
      {error !== null && <PasskeyNotice error={error} />}
      <Button variant="secondary" loading={busy} onPress={() => void use()} {...look}>
        <KeyRound aria-hidden size={16} />
        {label}
      </Button>
    </>
  );
}
