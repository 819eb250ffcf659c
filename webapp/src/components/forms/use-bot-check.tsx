import { useCallback, useRef, useState, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { asksForBotCheck, botCheckMissing, type BotProof } from '@/lib/bot-proof';
import { executeRecaptcha } from '@/lib/recaptcha';
import { botCheckSettings } from '@/lib/site-settings';
import { useStore } from '@/lib/store';
import { AltchaCheck } from './altcha-check';
import { RecaptchaCheck, RecaptchaNotice } from './recaptcha-check';

export interface BotCheck {
  element: ReactNode;
  /** Sends the form, with the proof if one is required. Throws ApiError bot_check_missing while the check is not done. */
  send: <T>(submit: (proof: BotProof) => Promise<T>) => Promise<T>;
}

/**
 * The bot check of a form: nothing until the server, or the academy's policy, requires one. A proof is valid once, so
 * each try is followed by a new check. `always`: the server requires it every time, so it is shown from the start.
 */
export function useBotCheck(action: string, { always = false } = {}): BotCheck {
  const intl = useIntl();
  const { policy, kind, siteKey } = useStore(botCheckSettings);
  const [round, setRound] = useState(0);
  const proof = useRef<BotProof | null>(null);
  const onProof = useCallback((next: BotProof | null) => {
    proof.current = next;
  }, []);
  const shown = kind !== 'off' && (round > 0 || always || policy === 'always');

  const take = async (): Promise<BotProof> => {
    if (kind === 'recaptcha-v3') return { recaptcha: await executeRecaptcha(siteKey, action, intl.locale.slice(0, 2)) };
    if (!proof.current) throw botCheckMissing();
    const taken = proof.current;
    proof.current = null;
    return taken;
  };
  const send: BotCheck['send'] = async (submit) => {
    const sent = shown ? await take() : {};
    try {
      return await submit(sent);
    } catch (error) {
      if (kind === 'off' || !(shown || asksForBotCheck(error))) throw error;
      proof.current = null;
      setRound((count) => count + 1);
      // The invisible check needs no interaction: it runs, and the form is sent again.
      if (kind === 'recaptcha-v3' && !shown) return await submit(await take());
      throw error;
    }
  };

  let element: ReactNode = null;
  if (shown && kind === 'altcha') element = <AltchaCheck key={round} onProof={onProof} />;
  if (shown && kind === 'recaptcha-v2') element = <RecaptchaCheck key={round} siteKey={siteKey} onProof={onProof} />;
  if (shown && kind === 'recaptcha-v3') element = <RecaptchaNotice />;
  return { element, send };
}
