import { createHash } from 'node:crypto';
import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { ApiError } from '@/lib/api-error';
import type { BotProof } from '@/lib/bot-proof';
import type { Recaptcha } from '@/lib/recaptcha';
import { botCheckSettings, type BotCheckSettings } from '@/lib/site-settings';
import { axeProblems } from '@/testing/axe';
import { elements } from '@/testing/dom';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { SignInForm, type SignInInput } from './sign-in-form';

// Does what the package's own worker does, for jsdom has neither workers nor crypto.subtle.
vi.mock('altcha/workers/sha?worker', async () => {
  const { createHash } = await import('node:crypto');
  class StandInWorker extends EventTarget {
    postMessage({ challenge, type }: { challenge?: { parameters: Record<string, string> }; type: string }) {
      if (type !== 'work' || !challenge) return;
      const { nonce = '', keyPrefix } = challenge.parameters;
      const salt = Buffer.from(nonce, 'hex').toString();
      let counter = 0;
      while (createHash('sha256').update(`${salt}${counter}`).digest('hex') !== keyPrefix) counter++;
      const data = { counter, derivedKey: keyPrefix, time: 1 };
      queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })));
    }
    terminate() {}
  }
  return { default: StandInWorker };
});

const DEFAULTS = botCheckSettings.get();
const CHECK = { en: 'I am not a robot', ar: 'أنا لست روبوتًا' };

const refusal = () =>
  new ApiError({ status: 403, code: 'bot_check_missing', message: 'Recaptcha verification Missing' });

function show(settings: Partial<BotCheckSettings>, answers: (Error | null)[], locale: 'ar' | 'en' = 'en') {
  act(() => botCheckSettings.set({ ...DEFAULTS, ...settings }));
  const sent: BotProof[] = [];
  const done = vi.fn();
  const onSubmit = ({ altcha, recaptcha }: SignInInput) => {
    sent.push({ ...(altcha && { altcha }), ...(recaptcha && { recaptcha }) });
    const answer = answers.shift();
    return answer ? Promise.reject(answer) : Promise.resolve();
  };
  const view = renderApp(<SignInForm action="login" label="Go" onSubmit={onSubmit} onDone={done} />, { locale });
  const fill = async () => {
    const [email, password] = locale === 'en' ? ['E-mail', 'Password'] : ['البريد الإلكتروني', 'كلمة المرور'];
    await view.user.type(screen.getByLabelText(email), 'sara@example.com');
    await view.user.type(screen.getByLabelText(password), 'secret1');
  };
  const go = () => view.user.click(screen.getByRole('button', { name: 'Go' }));
  return { ...view, sent, done, fill, go };
}

beforeEach(() => {
  vi.stubGlobal('isSecureContext', true);
  const salt = `abc?expires=${Math.floor(Date.now() / 1000) + 600}&`;
  const challenge = createHash('sha256').update(`${salt}42`).digest('hex');
  server.use(
    http.get('*/api/captcha/challenge', () =>
      HttpResponse.json({ algorithm: 'SHA-256', challenge, maxnumber: 100, salt, signature: 'sig', message: 'ok' }),
    ),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  delete window.grecaptcha;
  act(() => botCheckSettings.set(DEFAULTS));
});

test('nothing is shown and nothing is sent until the server asks; then the solved challenge is sent once', async () => {
  const { sent, done, fill, go, user } = show({}, [
    refusal(),
    new ApiError({ status: 401, code: 'wrong_password', message: '' }),
  ]);
  await fill();
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  await go();
  expect(await screen.findByRole('alert')).toHaveTextContent('Recaptcha verification Missing');
  await user.click(await screen.findByRole('checkbox', { name: CHECK.en }));
  expect(await screen.findByRole('checkbox', { name: 'Check complete. You can continue.' })).toBeChecked();
  expect(await axeProblems()).toEqual([]);
  await go();
  expect(await screen.findByText('You have entered a wrong password')).toBeInTheDocument();
  expect(sent).toHaveLength(2);
  expect(sent[0]).toEqual({});
  expect(JSON.parse(atob(sent[1]?.altcha ?? ''))).toMatchObject({ algorithm: 'SHA-256', number: 42, signature: 'sig' });
  // The proof is spent: a fresh check stands there, and the form waits for it.
  expect(await screen.findByRole('checkbox', { name: CHECK.en })).not.toBeChecked();
  await go();
  expect(await screen.findByText('Recaptcha verification Missing')).toBeInTheDocument();
  expect(sent).toHaveLength(2);
  expect(done).not.toHaveBeenCalled();
});

test('it speaks Arabic, and stands there from the start where the academy always asks', async () => {
  const { sent, done, fill, go, user } = show({ policy: 'always' }, [null], 'ar');
  await user.click(await screen.findByRole('checkbox', { name: CHECK.ar }));
  expect(await screen.findByRole('checkbox', { name: 'تم التحقق، يمكنك المتابعة.' })).toBeChecked();
  await fill();
  await go();
  await waitFor(() => expect(done).toHaveBeenCalled());
  expect(sent[0]?.altcha).toBeTruthy();
});

test('a connection that is not secure is told instead of a widget that cannot work', async () => {
  vi.stubGlobal('isSecureContext', false);
  show({ policy: 'always' }, []);
  expect(await screen.findByText(/needs a secure connection/)).toBeInTheDocument();
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
});

test('no check is shown where the academy has none', async () => {
  const { fill, go, sent, done } = show({ kind: 'off', policy: 'always' }, [null]);
  await fill();
  await go();
  await waitFor(() => expect(done).toHaveBeenCalled());
  expect(sent).toEqual([{}]);
});

function standInRecaptcha() {
  const recaptcha = {
    ready: (callback: () => void) => callback(),
    render: vi.fn<Recaptcha['render']>(() => 0),
    execute: vi.fn<Recaptcha['execute']>().mockResolvedValue('token-3'),
  };
  window.grecaptcha = recaptcha;
  return recaptcha;
}

test('reCAPTCHA v2 is drawn in the page’s language and its token is sent', async () => {
  const { render } = standInRecaptcha();
  const { sent, done, fill, go } = show({ kind: 'recaptcha-v2', siteKey: 'key', policy: 'always' }, [null], 'ar');
  await waitFor(() => expect(render).toHaveBeenCalled());
  const [, options] = render.mock.calls[0] ?? [];
  expect(options).toMatchObject({ sitekey: 'key', hl: 'ar', theme: 'light' });
  await fill();
  await go();
  expect(sent).toEqual([]);
  act(() => options?.callback('token-2'));
  await go();
  await waitFor(() => expect(done).toHaveBeenCalled());
  expect(sent).toEqual([{ recaptcha: 'token-2' }]);
});

test('reCAPTCHA v3 is done and the form sent again when the server asks, without another click', async () => {
  const { execute } = standInRecaptcha();
  const { sent, done, fill, go } = show({ kind: 'recaptcha-v3', siteKey: 'key' }, [refusal(), null]);
  await fill();
  await go();
  await waitFor(() => expect(done).toHaveBeenCalled());
  expect(execute).toHaveBeenCalledWith('key', { action: 'login' });
  expect(sent).toEqual([{}, { recaptcha: 'token-3' }]);
  expect(screen.getByText(/protected by reCAPTCHA/)).toBeInTheDocument();
});

test('Google’s script is loaded when it is needed, and told when it cannot be', async () => {
  const { fill, go } = show({ kind: 'recaptcha-v3', siteKey: 'key' }, [refusal()]);
  const scripts = () => elements('script[src^="https://www.google.com/recaptcha"]');
  expect(scripts()).toEqual([]);
  await fill();
  await go();
  const address = 'https://www.google.com/recaptcha/api.js?render=key&hl=en';
  await waitFor(() => expect(scripts()).toEqual([expect.objectContaining({ src: address })]));
  act(() => scripts().forEach((script) => script.dispatchEvent(new Event('error'))));
  expect(await screen.findByRole('alert')).toHaveTextContent('could not be loaded');
  expect(scripts()).toEqual([]);
});
