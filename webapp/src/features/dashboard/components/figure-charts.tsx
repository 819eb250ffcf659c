import { useIntl } from 'react-intl';
import { Chart } from '@/components/ui/chart';
import { useChartDay } from '@/components/ui/use-chart-day';
import { defineMessages } from '@/i18n/define-messages';
import type { DashboardFigures } from '@/lib/models';

const messages = defineMessages({
  day: { id: 'dashboard.chart.day', defaultMessage: 'Day' },
  hoursTitle: { id: 'dashboard.chart.hours.title', defaultMessage: 'Hours watched per day, last 30 days' },
  hours: { id: 'dashboard.chart.hours', defaultMessage: 'Hours' },
  learnersTitle: { id: 'dashboard.chart.learners.title', defaultMessage: 'Learners who watched, per day' },
  learners: { id: 'dashboard.chart.learners', defaultMessage: 'Learners' },
  nobody: {
    id: 'dashboard.chart.nobody',
    defaultMessage: 'Nobody has watched anything in these 30 days. What learners watch appears here.',
  },
  assignmentsTitle: { id: 'dashboard.chart.assignments.title', defaultMessage: 'Assigned courses by status' },
  assignments: { id: 'dashboard.chart.assignments', defaultMessage: 'Assignments' },
  state: { id: 'dashboard.chart.state', defaultMessage: 'Status' },
  none: {
    id: 'dashboard.chart.none',
    defaultMessage: 'No course has been assigned yet. Assignments appear here by their status.',
  },
  upcoming: { id: 'assignment.upcoming', defaultMessage: 'Not started yet' },
  active: { id: 'assignment.active', defaultMessage: 'Open' },
  expired: { id: 'assignment.expired', defaultMessage: 'Expired' },
});

/** What was watched, and how assignments stand; each with its table. */
export function FigureCharts({ figures: { watched, assignments } }: { figures: DashboardFigures }) {
  const intl = useIntl();
  const day = useChartDay();
  const dayTitle = intl.formatMessage(messages.day);
  const series = (id: 'hours' | 'learners' | 'assignments') => [{ id, name: intl.formatMessage(messages[id]) }];
  return (
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
      <div className="lg:col-span-2">
        <Chart
          kind="area"
          title={intl.formatMessage(messages.hoursTitle)}
          series={series('hours')}
          points={watched.map((one) => ({ ...day(one.day), values: { hours: one.hours } }))}
          pointTitle={dayTitle}
          // Of less than an hour the first digits that are not 0, or all marks of the axis would say 0.
          format={(value) =>
            intl.formatNumber(value, value < 1 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 1 })
          }
          empty={intl.formatMessage(messages.nobody)}
        />
      </div>
      <Chart
        kind="bar"
        title={intl.formatMessage(messages.learnersTitle)}
        series={series('learners')}
        points={watched.map((one) => ({ ...day(one.day), values: { learners: one.learners } }))}
        pointTitle={dayTitle}
        empty={intl.formatMessage(messages.nobody)}
      />
      <Chart
        kind="bar"
        title={intl.formatMessage(messages.assignmentsTitle)}
        series={series('assignments')}
        points={(['upcoming', 'active', 'expired'] as const).map((state) => ({
          label: intl.formatMessage(messages[state]),
          values: { assignments: assignments[state] },
        }))}
        pointTitle={intl.formatMessage(messages.state)}
        empty={intl.formatMessage(messages.none)}
      />
    </div>
  );
}
