import { Badge, type BadgeSeverity, type BadgeSize } from '@/components/ui/badge';
import { EmptyState } from '@/components/ui/empty-state';
import { Notice } from '@/components/ui/notice';
import { ProgressBar } from '@/components/ui/progress-bar';
import { ProgressRing } from '@/components/ui/progress-ring';
import { FormSkeleton, ListSkeleton } from '@/components/ui/skeleton';
import { Row, Section } from './ui-section';

const SEVERITIES: BadgeSeverity[] = ['info', 'success', 'warn', 'danger', 'secondary', 'contrast'];
const SIZES: BadgeSize[] = ['small', 'normal', 'large', 'xlarge'];

export function FeedbackSection() {
  return (
    <Section title="Feedback">
      {SIZES.map((size) => (
        <Row key={size} title={`Badges, ${size}`}>
          {SEVERITIES.map((severity) => (
            <Badge key={severity} severity={severity} size={size}>
              {severity}
            </Badge>
          ))}
        </Row>
      ))}
      <div className="grid gap-3 sm:grid-cols-2">
        {(['info', 'success', 'warn', 'error'] as const).map((severity) => (
          <Notice key={severity} severity={severity}>
            A notice of the severity {severity}
          </Notice>
        ))}
      </div>
      <Row title="Progress">
        <ProgressRing percent={62} label="Watched" />
        <div className="w-64">
          <ProgressBar label="Upload" value={38} />
        </div>
      </Row>
      <div className="grid gap-5 lg:grid-cols-2">
        <div className="card">
          <EmptyState />
        </div>
        <FormSkeleton fields={2} />
        <ListSkeleton as="table" count={3} />
        <ListSkeleton as="cards" count={2} />
      </div>
    </Section>
  );
}
