import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Notice } from '@/components/ui/notice';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import type { Course } from '@/lib/models';
import { addToast, SUCCESS_LIFE_MS } from '@/lib/toast';
import { useUpdateCourse } from '../api/courses';
import { toInput, useParts } from '../use-parts';
import { PartEditor } from './part-editor';

const messages = defineMessages({
  title: { id: 'parts.title', defaultMessage: 'Lessons' },
  add: { id: 'parts.add', defaultMessage: 'Add a lesson' },
  save: { id: 'parts.save', defaultMessage: 'Save the lessons' },
  untitled: { id: 'parts.untitled', defaultMessage: 'Every lesson needs a title.' },
});

/** The lessons of a course: their order, texts and videos. A finished upload saves by itself, the rest by the button. */
export function PartsEditor({ course }: { course: Course }) {
  const intl = useIntl();
  const describe = useDescribeError();
  const [drafts, dispatch] = useParts(course.parts);
  const [problem, setProblem] = useState<string | null>(null);
  const update = useUpdateCourse(course._id);
  const latest = useRef(drafts);
  useEffect(() => {
    latest.current = drafts;
  }, [drafts]);

  const save = async (silent = false) => {
    const sent = latest.current;
    if (sent.some(({ title }) => !title.trim())) return setProblem(intl.formatMessage(messages.untitled));
    setProblem(null);
    try {
      const { result } = await update.mutateAsync({ parts: toInput(sent) });
      dispatch({ type: 'saved', parts: result.parts, sentKeys: sent.map(({ key }) => key) });
      if (!silent)
        addToast({
          severity: 'success',
          summary: intl.formatMessage(common.success),
          detail: intl.formatMessage(common.updated),
          life: SUCCESS_LIFE_MS,
        });
    } catch (error) {
      setProblem(describe(error));
    }
  };
  const attach = (key: string, assetId: string) => {
    const change = { video: { assetId, status: 'queued' as const, progress: 0, error: null } };
    dispatch({ type: 'change', key, change });
    latest.current = latest.current.map((draft) => (draft.key === key ? { ...draft, ...change } : draft));
    void save(true);
  };

  return (
    <section aria-labelledby="course-parts" className="card p-6">
      <h2 id="course-parts" className="mb-4 text-lg font-bold">
        {intl.formatMessage(messages.title)}
      </h2>
      {drafts.length === 0 && <EmptyState />}
      <ol className="flex flex-col gap-4">
        {drafts.map((draft, index) => (
          <PartEditor
            key={draft.key}
            draft={draft}
            index={index}
            count={drafts.length}
            onChange={(change) => dispatch({ type: 'change', key: draft.key, change })}
            onMove={(by) => dispatch({ type: 'move', key: draft.key, by })}
            onRemove={() => dispatch({ type: 'remove', key: draft.key })}
            onUploaded={(assetId) => attach(draft.key, assetId)}
          />
        ))}
      </ol>
      {problem && (
        <div className="mt-4">
          <Notice severity="error">{problem}</Notice>
        </div>
      )}
      <div className="mt-5 flex flex-wrap justify-between gap-3">
        <Button variant="secondary" onPress={() => dispatch({ type: 'add' })}>
          <Plus aria-hidden size={18} />
          {intl.formatMessage(messages.add)}
        </Button>
        <Button loading={update.isPending} onPress={() => void save()}>
          {intl.formatMessage(messages.save)}
        </Button>
      </div>
    </section>
  );
}
