import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { AcademyZone } from '@/components/ui/academy-zone';
import { PageTitle } from '@/components/ui/page-title';
import { QueryState } from '@/components/ui/query-state';
import { Skeleton } from '@/components/ui/skeleton';
import { defineMessages } from '@/i18n/define-messages';
import { onlineUsers } from '@/lib/online-users';
import { useMay } from '@/lib/role';
import { useStore } from '@/lib/store';
import { figuresQueryOptions, onlineLearnersQueryOptions, uploadsQueryOptions } from '../api/figures';
import { useSharedFailure } from '../use-shared-failure';
import { FigureCharts } from './figure-charts';
import { FirstSteps } from './first-steps';
import { Figures } from './figures';
import { OnlineList } from './online-list';
import { UploadsList } from './uploads-list';

const messages = defineMessages({
  title: { id: 'dashboard.title', defaultMessage: 'Dashboard' },
  text: { id: 'dashboard.text', defaultMessage: 'The academy now and over the last 30 days.' },
});

/** The academy at a glance. What cannot be asked is told where it belongs, or once for all; the rest stays. */
export function DashboardPage() {
  const intl = useIntl();
  const figures = useQuery(figuresQueryOptions());
  const watchesUploads = useMay('manager');
  const uploads = useQuery({ ...uploadsQueryOptions(), enabled: watchesUploads });
  const online = useStore(onlineUsers);
  const onlineLearners = useQuery(onlineLearnersQueryOptions(online));
  const all = useSharedFailure([figures, uploads, onlineLearners], [true, watchesUploads, Boolean(online?.total)]);
  const title = intl.formatMessage(messages.title);
  return (
    <div className="page page-wide flex flex-col gap-6 py-8">
      <PageTitle>{title}</PageTitle>
      <div>
        <h1 className="text-2xl font-bold">{title}</h1>
        <p className="mt-1 text-sm text-muted">{intl.formatMessage(messages.text)}</p>
      </div>
      {all && <QueryState query={all} />}
      <FirstSteps />
      <AcademyZone>
        <Figures
          figures={figures.data}
          uploads={uploads.data}
          refused={{ figures: figures.isError, uploads: uploads.isError }}
        />
        {!all && <QueryState query={figures} waiting={<Skeleton className="h-72" />} />}
        {figures.data && <FigureCharts figures={figures.data} />}
      </AcademyZone>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <OnlineList online={online} query={onlineLearners} told={all !== null} />
        {watchesUploads && (
          <div className="flex flex-col gap-4">
            {!all && <QueryState query={uploads} />}
            {uploads.data && <UploadsList uploads={uploads.data} />}
          </div>
        )}
      </div>
    </div>
  );
}
