import { managerCall } from '@/lib/manager-api';
import { pagedQueryOptions } from '@/lib/paged-query';
import { queryKeys } from '@/lib/query-keys';

export type { AuditEvent, AuditParty } from '@/lib/api/schema';

export interface AuditFilter {
  subjectId?: string;
  /** A complete action, or a prefix that ends with a dot. */
  action?: string;
  /** Dates, both inclusive. */
  from?: string;
  to?: string;
}

export const auditQueryOptions = (filter: AuditFilter) =>
  pagedQueryOptions(queryKeys.audit.list(filter), (from, options) =>
    managerCall('POST', '/api/cm/audit/fetch-events', { ...filter, ...from }, options),
  );
