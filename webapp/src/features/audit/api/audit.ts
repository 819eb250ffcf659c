import { pagedQueryOptions } from '@/lib/paged-query';
import { queryKeys } from '@/lib/query-keys';

export interface AuditParty {
  kind: string;
  /** Empty for nobody. */
  _id: string;
  name: string;
}

export interface AuditEvent {
  _id: string;
  position: number;
  at: string;
  actor: AuditParty;
  /** `subject.verb` */
  action: string;
  subject: AuditParty;
  peer: string;
  device: string;
  requestId: string;
  details: Record<string, string>;
  hash: string;
}

export interface AuditFilter {
  subjectId?: string;
  /** A whole action, or a prefix that ends with a dot. */
  action?: string;
  /** Dates, both inclusive. */
  from?: string;
  to?: string;
}

export const auditQueryOptions = (filter: AuditFilter) =>
  pagedQueryOptions<AuditEvent>(queryKeys.audit.list(filter), '/api/cm/audit/fetch-events', filter);
