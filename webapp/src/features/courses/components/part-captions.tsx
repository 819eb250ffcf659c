import { useQuery } from '@tanstack/react-query';
import { Captions, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { useIntl } from 'react-intl';
import { RestoredNotice } from '@/components/forms/restored-notice';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
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
import { useDeleteCaptions, useUploadCaptions } from '../api/captions';
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
    const onSuccess = () => {
      forget();
      setSent({ ...typed, isDefault: false });
      setTyped((now) => ({ ...now, isDefault: false }));
    };
    upload.mutate({ lang, label: label.trim(), isDefault, file }, { onSuccess });
  };
  const show = (lang_: string) => setHidden((now) => new Set([...now].filter((other) => other !== lang_)));
  const removeWithUndo = (track: { lang: string; label: string }) => {
    setHidden((now) => new Set(now).add(track.lang));
    offerUndo({
      summary: isolated(intl.locale, track.label),
      detail: intl.formatMessage(messages.removed),
      undoLabel: intl.formatMessage(messages.undo),
      commit: () => remove.mutate(track.lang, { onSettled: () => show(track.lang) }),
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
      {upload.error && <Notice severity="error">{describe(upload.error)}</Notice>}
    </div>
  );
}
