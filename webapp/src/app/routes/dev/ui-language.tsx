import { useIntl } from 'react-intl';
import { Day } from '@/components/ui/day';
import { ArrowBack, ArrowForward, ChevronBack, ChevronForward } from '@/components/ui/direction-icons';
import { Moment } from '@/components/ui/moment';
import { formatClock, formatDuration } from '@/lib/duration';
import { Row, Section } from './ui-section';

const WHEN = '2026-11-21T09:30:00.000Z';

export function LanguageSection() {
  const intl = useIntl();
  return (
    <Section title="Language">
      <Row title="Dates">
        <Moment value={WHEN} />
        <Day both value={WHEN} />
      </Row>
      <Row title="Numbers and durations">
        <span>{intl.formatNumber(20_000.5)}</span>
        <span>{intl.formatNumber(0.375, { style: 'percent' })}</span>
        <span>{formatDuration(intl, 3900)}</span>
        <bdi dir="ltr">{formatClock(intl, 3900)}</bdi>
      </Row>
      <Row title="Icons along the reading">
        <ArrowBack />
        <ChevronBack />
        <ChevronForward />
        <ArrowForward />
      </Row>
    </Section>
  );
}
