import { useQuery } from '@tanstack/react-query';
import { Captions, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { useIntl } from 'react-intl';
import { RestoredNotice } from '@/components/forms/restored-notice';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { IconButton } from '@/components/ui/icon-button';
import { Notice } from '@/components/ui/notice';
import { Select } from '@/components/ui/select';
import { TextField } from '@/components/ui/text-field';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import { isolated } from '@/lib/directions';
import { useRestoredDraft, useStoreDraft } from '@/lib/stored-draft';
import { offerUndo } from '@/lib/undo';
import { changedAsset, useDeleteCaptions, useUploadCaptions, versionIn, type CaptionsInput } from '../api/captions';
import { assetQueryOptions } from '../api/fetch-asset';

const messages = defineMessages({
  title: { id: 'captions.title', defaultMessage: 'Captions' },
  none: { id: 'captions.none', defaultMessage: 'No captions yet.' },
  isDefault: { id: 'captions.default', defaultMessage: 'Shown by default' },
  language: { id: 'captions.language', defaultMessage: 'Language' },
  label: { id: 'captions.label', defaultMessage: 'Name in the player' },
  makeDefault: { id: 'captions.makeDefault', defaultMessage: 'Show these unless a learner chooses otherwise' },
  choose: { id: 'captions.choose', defaultMessage: 'Choose a captions file' },
  hint: {
    id: 'captions.hint',
    defaultMessage: 'A .vtt or .srt file of at most 2 MB. It replaces existing captions in the same language.',
  },
  tooLarge: { id: 'captions.tooLarge', defaultMessage: '{filename} is larger than 2 MB.' },
  wrongKind: { id: 'captions.wrongKind', defaultMessage: '{filename} is not a .vtt or .srt file.' },
  removed: { id: 'captions.removed', defaultMessage: 'The captions were deleted.' },
  replaceTitle: { id: 'captions.replace.title', defaultMessage: 'Replace the captions in {language}?' },
  replaceText: {
    id: 'captions.replace.text',
    defaultMessage:
      'Someone else has uploaded captions in this language in the meantime. Yours would take their place.',
  },
  undo: { id: 'action.undo', defaultMessage: 'Undo' },
});

const LANGUAGES = ['ar', 'en', 'fr', 'ur', 'tr', 'id', 'es', 'de'] as const;
const MOST_BYTES = 2 * 1024 * 1024;

/** A language in itself: what learners look for in the player. */
const ownName = (lang: string) => new Intl.DisplayNames([lang], { type: 'language' }).of(lang) ?? lang;

/** What the form begins with. */
const FIRST = { lang: 'ar', label: ownName('ar'), isDefault: false };

/** The captions of a lesson's video: what is there, and a form for more. */
export function PartCaptions({ assetId }: { assetId: string }) {
  const intl = useIntl();
  const describe = useDescribeError();
  const { data } = useQuery(assetQueryOptions(assetId));
  const upload = useUploadCaptions(assetId);
  const remove = useDeleteCaptions(assetId);
  const draft = `captions:${assetId}`;
  const [kept, forget] = useRestoredDraft<typeof FIRST>(draft);
  /** What was typed, and what of it is sent already. */
  const [typed, setTyped] = useState(kept ?? FIRST);
  const [sent, setSent] = useState(FIRST);
  const { lang, label, isDefault } = typed;
  const same = lang === sent.lang && label === sent.label && isDefault === sent.isDefault;
  useStoreDraft(
    draft,
    useMemo(() => (same ? null : typed), [same, typed]),
  );
  /** By language: what was there when this was opened, and what this person has changed since. */
  const [seen, setSeen] = useState<ReadonlyMap<string, string> | null>(null);
  if (seen === null && data) setSeen(new Map(data.captions.map((track) => [track.lang, track.version])));
  const see = (lang_: string, version: string) => setSeen((now) => new Map(now).set(lang_, version));
  /** What waits for the answer whether it may replace somebody else's. */
  const [replacing, setReplacing] = useState<CaptionsInput | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const names = new Intl.DisplayNames([intl.locale], { type: 'language' });
  const shown = data?.captions.filter((track) => !hidden.has(track.lang)) ?? [];

  const startOver = () => {
    forget();
    setTyped(FIRST);
  };
  const take = (file: File | undefined) => {
    if (!file) return;
    const kind = /\.(vtt|srt)$/i.test(file.name);
    const problem = !kind ? messages.wrongKind : file.size > MOST_BYTES ? messages.tooLarge : null;
    setRefused(problem && intl.formatMessage(problem, { filename: isolated(intl.locale, file.name) }));
    if (problem) return;
    send({ lang, label: label.trim(), isDefault, file, version: seen?.get(lang) ?? '' });
  };
  const send = (input: CaptionsInput) =>
    upload.mutate(input, {
      onSuccess: ({ result }) => {
        see(input.lang, versionIn(result, input.lang));
        forget();
        setSent({ ...typed, isDefault: false });
        setTyped((now) => ({ ...now, isDefault: false }));
      },
      onError: (error) => {
        const now = changedAsset(error);
        if (!now) return;
        const version = versionIn(now, input.lang);
        // Nothing is lost where somebody has deleted them.
        if (version === '') send({ ...input, version });
        else setReplacing({ ...input, version });
      },
    });
  const show = (lang_: string) => setHidden((now) => new Set([...now].filter((other) => other !== lang_)));
  const removeWithUndo = (track: { lang: string; label: string; version: string }) => {
    setHidden((now) => new Set(now).add(track.lang));
    offerUndo({
      summary: isolated(intl.locale, track.label),
      detail: intl.formatMessage(messages.removed),
      undoLabel: intl.formatMessage(messages.undo),
      commit: () =>
        remove.mutate(
          { lang: track.lang, version: seen?.get(track.lang) ?? track.version },
          {
            onSuccess: () => see(track.lang, ''),
            onError: (error) => {
              const now = changedAsset(error);
              if (now) see(track.lang, versionIn(now, track.lang));
            },
            onSettled: () => show(track.lang),
          },
        ),
      undo: () => show(track.lang),
    });
  };
  return (
    <div
      role="group"
      aria-label={intl.formatMessage(messages.title)}
      className="flex flex-col gap-3 border-t border-line pt-4"
    >
      <span className="text-sm font-semibold">{intl.formatMessage(messages.title)}</span>
      {data && shown.length === 0 && <p className="text-sm text-muted">{intl.formatMessage(messages.none)}</p>}
      {shown.length > 0 && (
        <ul className="flex flex-col gap-1">
          {shown.map((track) => (
            <li key={track.lang} className="flex items-center gap-2">
              <bdi>{track.label}</bdi>
              {names.of(track.lang) !== track.label && (
                <span className="text-sm text-muted">{names.of(track.lang)}</span>
              )}
              {track.default && (
                <Badge size="small" severity="info">
                  {intl.formatMessage(messages.isDefault)}
                </Badge>
              )}
              <IconButton
                className="ms-auto"
                label={intl.formatMessage(common.removeNamed, { name: track.label })}
                onPress={() => removeWithUndo(track)}
              >
                <Trash2 aria-hidden size={16} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {remove.error && <Notice severity="error">{describe(remove.error)}</Notice>}
      {kept && !same && <RestoredNotice onStartOver={startOver} />}
      <div className="grid gap-3 sm:grid-cols-2">
        <Select
          label={intl.formatMessage(messages.language)}
          value={lang}
          options={LANGUAGES.map((tag) => [tag, names.of(tag) ?? tag] as const)}
          onChange={(next) => setTyped({ ...typed, lang: next, label: ownName(next) })}
        />
        <TextField
          label={intl.formatMessage(messages.label)}
          value={label}
          maxLength={100}
          onChange={(next) => setTyped({ ...typed, label: next })}
        />
      </div>
      <Checkbox isSelected={isDefault} onChange={(next) => setTyped({ ...typed, isDefault: next })}>
        {intl.formatMessage(messages.makeDefault)}
      </Checkbox>
      <div className="flex flex-wrap items-center gap-3">
        <FileTrigger acceptedFileTypes={['.vtt', '.srt']} onSelect={(files) => take(files?.[0])}>
          <Button variant="secondary" size="small" loading={upload.isPending}>
            <Captions aria-hidden size={16} />
            {intl.formatMessage(messages.choose)}
          </Button>
        </FileTrigger>
        <span className="text-sm text-muted">{intl.formatMessage(messages.hint)}</span>
      </div>
      {refused && <Notice severity="error">{refused}</Notice>}
      {upload.error && !changedAsset(upload.error) && <Notice severity="error">{describe(upload.error)}</Notice>}
      <ConfirmDialog
        isOpen={replacing !== null}
        title={intl.formatMessage(messages.replaceTitle, { language: names.of(replacing?.lang ?? lang) })}
        text={intl.formatMessage(messages.replaceText)}
        onAnswer={(accepted) => {
          setReplacing(null);
          if (replacing && accepted) send(replacing);
        }}
      />
    </div>
  );
}
