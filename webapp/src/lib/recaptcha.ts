/**
 * Google reCAPTCHA, for academies that use it. Its script is loaded only by the first form that needs it.
 */
import { botCheckUnavailable } from './bot-proof';

export interface Recaptcha {
  ready: (callback: () => void) => void;
  render: (
    container: HTMLElement,
    options: {
      sitekey: string;
      theme: 'light' | 'dark';
      hl: string;
      callback: (token: string) => void;
      'expired-callback': () => void;
      'error-callback': () => void;
    },
  ) => number;
  execute: (siteKey: string, options: { action: string }) => Promise<string>;
}

declare global {
  interface Window {
    grecaptcha?: Recaptcha;
  }
}

const SCRIPT = 'https://www.google.com/recaptcha/api.js';
let loading: Promise<void> | null = null;

function loadScript(render: string, language: string): Promise<void> {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.async = true;
    script.src = `${SCRIPT}?${new URLSearchParams({ render, hl: language }).toString()}`;
    script.onload = () => resolve();
    script.onerror = () => {
      // The next form retries.
      loading = null;
      script.remove();
      reject(botCheckUnavailable());
    };
    document.head.append(script);
  });
  return loading;
}

/** `render` is `explicit` for v2 and the site key for v3. Throws ApiError bot_check_unavailable. */
export async function loadRecaptcha(render: string, language: string): Promise<Recaptcha> {
  if (!window.grecaptcha) await loadScript(render, language);
  const { grecaptcha } = window;
  if (!grecaptcha) throw botCheckUnavailable();
  await new Promise<void>((resolve) => grecaptcha.ready(resolve));
  return grecaptcha;
}

/** The invisible check (v3): a token for one call. Throws ApiError bot_check_unavailable. */
export async function executeRecaptcha(siteKey: string, action: string, language: string): Promise<string> {
  const grecaptcha = await loadRecaptcha(siteKey, language);
  try {
    return await grecaptcha.execute(siteKey, { action });
  } catch {
    throw botCheckUnavailable();
  }
}
