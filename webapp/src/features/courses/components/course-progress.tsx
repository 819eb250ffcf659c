import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { AcademyZone } from '@/components/ui/academy-zone';
import { Chart } from '@/components/ui/chart';
import { ComboBox } from '@/components/ui/combobox';
import { EmptyState } from '@/components/ui/empty-state';
import { QueryState } from '@/components/ui/query-state';
import { ListSkeleton } from '@/components/ui/skeleton';
import { useChartDay } from '@/components/ui/use-chart-day';
import { defineMessages } from '@/i18n/define-messages';
import { isolated } from '@/lib/directions';
import { formatClock } from '@/lib/duration';
import type { GetCourseStatisticsPart, GetCourseStatisticsResult } from '@/lib/api/schema';
import { statisticsQueryOptions } from '../api/statistics';
import { PartFigures } from './part-figures';

const messages = defineMessages({
  figures: { id: 'statistics.figures', defaultMessage: 'Statistics' },
  assigned: { id: 'statistics.assigned', defaultMessage: 'Have the course' },
  active: { id: 'statistics.active', defaultMessage: 'Open now' },
  upcoming: { id: 'statistics.upcoming', defaultMessage: 'Not started yet' },
  expired: { id: 'statistics.expired', defaultMessage: 'Expired' },
  started: { id: 'statistics.started', defaultMessage: 'Started' },
  completed: { id: 'statistics.completed', defaultMessage: 'Completed' },
  completions: { id: 'statistics.completions', defaultMessage: 'Completions in the last 90 days' },
  nobody: {
    id: 'statistics.completions.none',
    defaultMessage: 'Nobody has completed this course in these 90 days. Completions appear here day by day.',
  },
  day: { id: 'statistics.day', defaultMessage: 'Day' },
  onDay: { id: 'statistics.onDay', defaultMessage: 'On that day' },
  until: { id: 'statistics.until', defaultMessage: 'Total so far' },
  lessons: { id: 'statistics.lessons', defaultMessage: 'Lessons' },
  lesson: { id: 'statistics.lesson', defaultMessage: 'Lesson' },
  stops: { id: 'statistics.stops', defaultMessage: 'Where viewers stop: {title}' },
  at: { id: 'statistics.at', defaultMessage: 'From' },
  stopped: { id: 'statistics.stopped', defaultMessage: 'Stopped here' },
  unwatched: {
    id: 'statistics.stops.none',
    defaultMessage: 'Nobody has watched this lesson yet. Where viewers stop appears here.',
  },
  noLessons: {
    id: 'statistics.lessons.none',
    defaultMessage: 'The figures of each lesson appear here once the course has lessons.',
  },
  watched: { id: 'statistics.watched', defaultMessage: 'Watched this' },
});

/** How a course goes, in figures, over time, and lesson by lesson; each picture has its table. */
export function CourseProgress({ courseId }: { courseId: string }) {
  const query = useQuery(statisticsQueryOptions(courseId));
  const { data } = query;
  if (!data) return <QueryState query={query} waiting={<ListSkeleton as="table" />} />;
  return (
    <>
      <Figures learners={data.learners} />
      <Completions days={data.completions} />
      <Lessons parts={data.parts} />
    </>
  );
}

function Figures({ learners }: Pick<GetCourseStatisticsResult, 'learners'>) {
  const intl = useIntl();
  const share = (count: number) =>
    learners.assigned > 0 ? intl.formatNumber(count / learners.assigned, { style: 'percent' }) : null;
  const figures = ['assigned', 'active', 'upcoming', 'expired', 'started', 'completed'] as const;
  return (
    <dl
      aria-label={intl.formatMessage(messages.figures)}
      className="grid grid-cols-2 gap-3 tight:grid-cols-1 sm:grid-cols-3 desk:grid-cols-6"
    >
      {figures.map((name) => (
        <div key={name} className="card flex flex-col-reverse justify-end gap-1 p-4">
          <dt className="text-sm text-muted">{intl.formatMessage(messages[name])}</dt>
          <dd className="flex flex-wrap items-baseline gap-2 text-2xl font-bold tabular-nums">
            <bdi>{intl.formatNumber(learners[name])}</bdi>
            {name !== 'assigned' && share(learners[name]) && (
              <bdi className="text-sm font-normal text-muted">{share(learners[name])}</bdi>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Completions({ days }: { days: GetCourseStatisticsResult['completions'] }) {
  const intl = useIntl();
  const named = useChartDay();
  const points = days.map(({ day, completed }, index) => ({
    ...named(day),
    values: {
      onDay: completed,
      until: days.slice(0, index + 1).reduce((sum, each) => sum + each.completed, 0),
    },
  }));
  return (
    <AcademyZone>
      <Chart
        title={intl.formatMessage(messages.completions)}
        kind="area"
        series={[
          { id: 'until', name: intl.formatMessage(messages.until) },
          { id: 'onDay', name: intl.formatMessage(messages.onDay) },
        ]}
        points={points}
        pointTitle={intl.formatMessage(messages.day)}
        empty={intl.formatMessage(messages.nobody)}
      />
    </AcademyZone>
  );
}

function Lessons({ parts }: { parts: readonly GetCourseStatisticsPart[] }) {
  const intl = useIntl();
  const [chosen, setChosen] = useState<string | null>(null);
  if (parts.length === 0) return <EmptyState text={intl.formatMessage(messages.noLessons)} />;
  const part = parts.find(({ partId }) => partId === chosen) ?? parts.find(({ viewers }) => viewers > 0) ?? parts[0];
  if (!part) return null;
  const points = part.stopped.map((stopped, index) => ({
    label: formatClock(intl, (part.duration * index) / part.stopped.length),
    values: { stopped, watched: part.watched[index] ?? 0 },
  }));
  return (
    <section aria-label={intl.formatMessage(messages.lessons)} className="flex flex-col gap-4">
      <h2 className="text-lg font-bold">{intl.formatMessage(messages.lessons)}</h2>
      <PartFigures parts={parts} label={intl.formatMessage(messages.lessons)} onChoose={setChosen} />
      <div className="max-w-md">
        <ComboBox
          label={intl.formatMessage(messages.lesson)}
          options={parts.map(({ partId, title }, index) => ({
            id: partId,
            name: `${intl.formatNumber(index + 1)}. ${title}`,
          }))}
          value={part.partId}
          onChange={(id) => id && setChosen(id)}
        />
      </div>
      <Chart
        key={part.partId}
        title={intl.formatMessage(messages.stops, { title: isolated(intl.locale, part.title) })}
        kind="bar"
        series={[
          { id: 'stopped', name: intl.formatMessage(messages.stopped) },
          { id: 'watched', name: intl.formatMessage(messages.watched) },
        ]}
        points={points}
        pointTitle={intl.formatMessage(messages.at)}
        empty={intl.formatMessage(messages.unwatched)}
      />
    </section>
  );
}
