export type Category = 'performance' | 'accessibility' | 'best-practices' | 'seo';

export interface AuditOptions {
  readonly categories: readonly Category[];
  /** As a computer, not as a phone. */
  readonly wide?: boolean;
  /** In the page's localStorage before its first script: a session, for example. */
  readonly storage?: Readonly<Record<string, string>>;
}

export interface AuditResult {
  /** The path at which it ended: a page that needs a session may lead to the sign-in. */
  readonly at: string;
  /** 0 to 100, by category. */
  readonly scores: Readonly<Record<string, number>>;
  /** The audits, other than those of performance, that cost points, one a line, with what failed them. */
  readonly failed: readonly string[];
  /** An audit's number, NaN without one. */
  readonly figure: (audit: string) => number;
}

/** A browser in which Lighthouse looks at pages, one at a time. */
export class Lighthouse {
  static start(): Promise<Lighthouse>;
  audit(url: string, options: AuditOptions): Promise<AuditResult>;
  close(): Promise<void>;
}
