import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createIntl } from 'react-intl';
import ar from './messages/ar.json';
import en from './messages/en.json';
import { ApiError } from '@/lib/api-error';
import { describeError } from './error-messages';

const ROOT = join(import.meta.dirname, '../../..');

const FOLDERS = ['services/auth', 'services/catalog', 'services/enrollment', 'services/presence'];
const FILES = [
  'services/platform/idempotency/idempotent_calls.cc',
  'services/platform/rpc/caller.cc',
  'services/platform/rpc/credential.cc',
  'services/platform/revisions/revision.cc',
  'services/platform/rpc/handler.cc',
  'services/platform/upstream/upstream.cc',
  'edge/api/transcoder.cc',
  'edge/upstream/http_status.cc',
  'edge/transfer/columns.cc',
  'edge/transfer/import_call.cc',
  'edge/transfer/import_rows.cc',
];

// What never reaches a person's page: starts that fail, and calls between services.
const INTERNAL = new Set([
  'bank_details_invalid',
  'cannot_reset',
  'hold_ended',
  'internal_credential',
  'invalid_flag',
  'key_missing',
  'mailbox_closed',
  'no_database',
  'processing_crashed',
  'report_superseded',
  'setup_code',
]);

/** Every code that the services name: of errors, and of fields (a code and its English sentence). */
function serverCodes(): string[] {
  const inFolders = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true }).map((name) => join(folder, String(name))),
  );
  const sources = inFolders.filter(
    (file) => file.endsWith('.cc') && !/_(?:test|bench)\.cc$|\/(?:testing|main\.cc)/.test(file),
  );
  const codes = new Set<string>();
  for (const file of [...sources, ...FILES]) {
    const source = readFileSync(join(ROOT, file), 'utf8');
    for (const pattern of [
      /\bError\(\s*(?:absl::)?StatusCode::k\w+,\s*"([a-z_]+)"/g,
      /"([a-z]+(?:_[a-z]+)*)",\s*"[A-Z][^"]* [^"]*"/g,
    ])
      // A metric has a name and a sentence too.
      for (const [, code] of source.matchAll(pattern)) if (code && !code.startsWith('academy_')) codes.add(code);
  }
  return [...codes].sort();
}

const UNKNOWN = 'The server’s own words';
const speak = (locale: 'ar' | 'en') => createIntl({ locale, messages: locale === 'ar' ? ar : en });

test('every code of the server has words of ours in both languages', () => {
  const codes = serverCodes();
  expect(codes).toEqual(expect.arrayContaining(['email_taken', 'password_too_short', 'too_many_attempts']));
  for (const locale of ['ar', 'en'] as const) {
    const intl = speak(locale);
    const silent = codes.filter(
      (code) => !INTERNAL.has(code) && describeError(intl, { code, message: UNKNOWN }).includes(UNKNOWN),
    );
    expect(silent).toEqual([]);
  }
});

test('the server’s own words are isolated in an Arabic page', () => {
  const refusal = { code: 'brand_new', message: 'Too hot (90 °C).' };
  for (const error of [refusal, new ApiError({ status: 400, ...refusal })]) {
    expect(describeError(speak('ar'), error)).toBe('\u2068Too hot (90 °C).\u2069');
    expect(describeError(speak('en'), error)).toBe('Too hot (90 °C).');
  }
});

test('no code is listed as internal that the sources do not know', () => {
  expect([...INTERNAL].filter((code) => !serverCodes().includes(code))).toEqual([]);
});

test('who was looked for by id is not told of an address, whatever the server’s words are', () => {
  const message = 'No such learner: 1, who has no email';
  const say = (error: unknown) => describeError(speak('en'), error);
  const refusal = { status: 404, code: 'user_not_found', message };
  expect(say(new ApiError({ ...refusal, signedOut: true }))).toBe('A user with this email could not be found.');
  expect(say(new ApiError(refusal))).toBe('This account could not be found.');
  // One of many that were changed at once, or a row of a file.
  expect(say({ code: 'user_not_found', message })).toBe('This account could not be found.');
});
