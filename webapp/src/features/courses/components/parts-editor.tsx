import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import type { Seen } from '@/components/conflict/use-guarded-save';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Notice } from '@/components/ui/notice';
import { useSuccessToast } from '@/components/ui/use-success-toast';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import { isolated } from '@/lib/directions';
import { forgetDraft, useSeen, useStoreDraft, useStoreSeen, useStoredDraft } from '@/lib/stored-draft';
import type { Course, PartVideo } from '@/lib/models';
import { offerUndo } from '@/lib/undo';
import { seenVideoOf, setVideo, type SeenVideo } from '../api/attach-video';
import { useUpdateCourse } from '../api/courses';
import type { StoredLesson } from '../lesson-uploads';
import { mergeParts } from '../merge-parts';
import { isSavedAs, newKey, toDrafts, toInput, useParts, type DraftPart } from '../use-parts';
import { partsDraftName } from '../parts-draft';
import { usePartsSave } from '../use-parts-save';
import { useDebouncedDrafts } from '../use-debounced-drafts';
import { useUploads } from '../use-uploads';
import { useVideoProgress } from '../use-video-progress';
import { PartEditor } from './part-editor';
import { PartsOrder } from './parts-order';

const messages = defineMessages({
  title: { id: 'parts.title', defaultMessage: 'Lessons' },
  count: { id: 'parts.count', defaultMessage: '{count, plural, one {# lesson} other {# lessons}}' },
  none: { id: 'parts.none', defaultMessage: 'The lessons that you add appear here.' },
  add: { id: 'parts.add', defaultMessage: 'Add a lesson' },
  save: { id: 'parts.save', defaultMessage: 'Save the lessons' },
  untitled: { id: 'parts.untitled', defaultMessage: 'Every lesson needs a title.' },
  unsaved: { id: 'parts.unsaved', defaultMessage: 'Not saved yet' },
  kept: {
    id: 'parts.kept',
    defaultMessage: 'Your unsaved changes to these lessons were restored.',
  },
  discard: { id: 'parts.kept.discard', defaultMessage: 'Discard changes' },
  choose: { id: 'parts.choose', defaultMessage: 'Choose a lesson to edit it.' },
  removed: { id: 'parts.removed', defaultMessage: 'The lesson is deleted from the course when you save.' },
  undo: { id: 'action.undo', defaultMessage: 'Undo' },
});

/** The lessons of a course: their order, texts and videos. A finished upload saves by itself, the rest by the button. */
export function PartsEditor({ course }: { course: Course }) {
  const [attempt, setAttempt] = useState(0);
  return <Editor key={attempt} course={course} onDiscard={() => setAttempt(attempt + 1)} />;
}

function Editor({ course, onDiscard }: { course: Course; onDiscard: () => void }) {
  const intl = useIntl();
  const showSuccess = useSuccessToast();
  const describe = useDescribeError();
  const draftName = partsDraftName(course._id);
  const [seen, setSeen] = useSeen<Seen<readonly DraftPart[]>>(draftName, {
    revision: course.revision,
    values: toDrafts(course.parts),
  });
  const kept = useStoredDraft<DraftPart[]>(draftName);
  const [drafts, dispatch] = useParts(kept ?? toDrafts(course.parts));
  const [openKey, setOpenKey] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const update = useUpdateCourse(course._id);
  const guarded = usePartsSave(update);
  const dirty = !isSavedAs(drafts, toInput(seen.values));
  useStoreDraft(draftName, dirty ? drafts : null);
  useStoreSeen(draftName, seen, dirty);
  const [restored, setRestored] = useState(kept !== null && dirty);
  const parts = useVideoProgress(drafts);
  const listed = useDebouncedDrafts(parts);
  const latest = useRef(drafts);
  useEffect(() => {
    latest.current = drafts;
  }, [drafts]);

  /** Gives the stored parts by the keys of the drafts that were sent; null when it failed. */
  const save = async (silent = false): Promise<Map<string, DraftPart | undefined> | null> => {
    const sent = latest.current;
    const untitled = sent.find(({ title }) => !title.trim());
    if (untitled) {
      setProblem(intl.formatMessage(messages.untitled));
      setOpenKey(untitled.key);
      return null;
    }
    setProblem(null);
    try {
      const { outcome, values, seen: now } = await guarded.save(seen, sent);
      if (outcome === 'back') return null;
      // What was typed while the save was under way stays.
      if (values !== sent) dispatch({ type: 'replace', drafts: mergeParts(sent, latest.current, values).parts });
      if (outcome === 'taken') {
        setSeen(now);
        return null;
      }
      const parts = now.values;
      const sentKeys = values.map(({ key }) => key);
      dispatch({ type: 'saved', parts, sentKeys });
      setSeen({
        ...now,
        values: values.map((draft, index) => {
          const { _id = draft._id, revision } = parts[index] ?? draft;
          return { ...draft, _id, revision };
        }),
      });
      setRestored(false);
      if (!silent) showSuccess(common.updated);
      return new Map(sentKeys.map((key, index) => [key, parts[index]]));
    } catch (error) {
      setProblem(describe(error));
      return null;
    }
  };
  const lessonOf = async (key: string): Promise<StoredLesson | null> => {
    const draft = latest.current.find((each) => each.key === key);
    const stored = draft?._id ? seen.values.find(({ _id }) => _id === draft._id) : (await save(true))?.get(key);
    const part = stored ?? draft;
    return part?._id ? { partId: part._id, seen: seenVideoOf(part) } : null;
  };
  const showVideo = (partId: string, video: PartVideo | null) => {
    const key = latest.current.find(({ _id }) => _id === partId)?.key;
    if (key === undefined) return;
    dispatch({ type: 'change', key, change: { video } });
    latest.current = latest.current.map((draft) => (draft.key === key ? { ...draft, video } : draft));
  };
  const rememberVideo = (partId: string, video: PartVideo | null) =>
    setSeen(({ revision, values }) => ({
      revision,
      values: values.map((part) => (part._id === partId ? { ...part, video } : part)),
    }));
  /** Gives a lesson its finished video, which alone is stored: other lessons may have been changed by others. */
  const attach = async (partId: string, assetId: string, replaced: SeenVideo) => {
    const before = latest.current.find(({ _id }) => _id === partId);
    if (!before) return null;
    const video = { assetId, status: 'queued' as const, progress: 0, error: null };
    showVideo(partId, video);
    setProblem(null);
    try {
      const theirs = await setVideo(course._id, partId, assetId, replaced);
      if (theirs) showVideo(partId, before.video);
      else rememberVideo(partId, video);
      return theirs;
    } catch (error) {
      setProblem(describe(error));
      return null;
    }
  };
  const uploads = useUploads(course, drafts, lessonOf, {
    attach,
    show: ({ _id, video }) => {
      showVideo(_id, video);
      rememberVideo(_id, video);
    },
  });

  const add = () => {
    const key = newKey();
    dispatch({ type: 'add', key });
    setOpenKey(key);
  };
  const remove = (index: number) => {
    const part = drafts[index];
    if (!part) return;
    if (uploads.uploads[part.key]) uploads.cancel(part.key);
    dispatch({ type: 'remove', key: part.key });
    setOpenKey(drafts[index + 1]?.key ?? drafts[index - 1]?.key ?? null);
    offerUndo({
      summary: isolated(intl.locale, part.title) || intl.formatMessage(messages.title),
      detail: intl.formatMessage(messages.removed),
      undoLabel: intl.formatMessage(messages.undo),
      // It is gone for good when the lessons are saved.
      commit: () => undefined,
      undo: () => {
        dispatch({ type: 'restore', part, index });
        setOpenKey(part.key);
      },
    });
  };
  const openIndex = parts.findIndex(({ key }) => key === openKey);
  const open = parts[openIndex];

  return (
    <section aria-labelledby="course-parts" className="card p-4 sm:p-6">
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <h2 id="course-parts" className="text-lg font-bold">
          {intl.formatMessage(messages.title)}
        </h2>
        <span className="me-auto text-sm text-muted">
          {drafts.length > 0 && intl.formatMessage(messages.count, { count: drafts.length })}
        </span>
        {dirty && <span className="text-sm font-semibold text-warn">{intl.formatMessage(messages.unsaved)}</span>}
        <Button variant="secondary" onPress={add}>
          <Plus aria-hidden size={18} />
          {intl.formatMessage(messages.add)}
        </Button>
        <Button variant={dirty ? 'primary' : 'secondary'} loading={update.isPending} onPress={() => void save()}>
          {intl.formatMessage(messages.save)}
        </Button>
      </div>
      {restored && (
        <div className="mb-4">
          <Notice severity="warn">
            <p>{intl.formatMessage(messages.kept)}</p>
            <Button
              size="small"
              variant="secondary"
              className="mt-2"
              onPress={() => {
                forgetDraft(draftName);
                onDiscard();
              }}
            >
              {intl.formatMessage(messages.discard)}
            </Button>
          </Notice>
        </div>
      )}
      {guarded.dialog}
      {problem && (
        <div className="mb-4">
          <Notice severity="error">{problem}</Notice>
        </div>
      )}
      {drafts.length === 0 ? (
        <EmptyState text={intl.formatMessage(messages.none)} />
      ) : (
        <div className="grid items-start gap-5 desk:grid-cols-2">
          <PartsOrder
            label={intl.formatMessage(messages.title)}
            courseId={course._id}
            drafts={listed}
            uploads={uploads.uploads}
            openKey={openKey}
            onOpen={setOpenKey}
            onOrder={(keys) => dispatch({ type: 'order', keys })}
          />
          {open ? (
            <PartEditor
              key={open.key}
              courseId={course._id}
              draft={open}
              index={openIndex}
              count={drafts.length}
              upload={uploads.uploads[open.key]}
              onUpload={(file) => void uploads.start(open.key, file)}
              onPause={() => uploads.pause(open.key)}
              onResume={() => uploads.resume(open.key)}
              onCancel={() => uploads.cancel(open.key)}
              onChoose={(side) => uploads.choose(open.key, side)}
              onChange={(change) => dispatch({ type: 'change', key: open.key, change })}
              onPlace={(place) => {
                const others = drafts.map(({ key }) => key).filter((key) => key !== open.key);
                dispatch({ type: 'order', keys: others.toSpliced(place, 0, open.key) });
              }}
              onRemove={() => remove(openIndex)}
            />
          ) : (
            <p className="rounded-card border border-dashed border-line p-6 text-center text-muted">
              {intl.formatMessage(messages.choose)}
            </p>
          )}
        </div>
      )}
    </section>
  );
}
