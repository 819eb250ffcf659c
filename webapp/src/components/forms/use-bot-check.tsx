import { useRef, useState, type ReactNode } from 'react';
import { asksForBotCheck, botCheckAlways } from '@/lib/bot-check/bot-check';
import { useStore } from '@/lib/store';
import { BotCheck } from './bot-check';

/**
 * The bot check of a form: nothing until the server, or the academy's policy, asks for one. `payload()` gives the proof for the next try, which
 * counts once; `refused(error)` says whether a failure asks for a check and then shows a fresh one.
 */
export function useBotCheck(): {
  element: ReactNode;
  payload: () => { altcha?: string };
  refused: (error: unknown) => boolean;
} {
  const always = useStore(botCheckAlways);
  const [asked, setAsked] = useState(0);
  const proof = useRef<string | undefined>(undefined);
  return {
    element: asked > 0 || always ? <BotCheck key={asked} onSolved={(payload) => (proof.current = payload)} /> : null,
    payload: () => {
      const altcha = proof.current;
      proof.current = undefined;
      if (altcha) setAsked((count) => count + 1);
      return altcha ? { altcha } : {};
    },
    refused: (error) => {
      const asks = asksForBotCheck(error);
      if (asks) setAsked((count) => count + 1);
      return asks;
    },
  };
}
