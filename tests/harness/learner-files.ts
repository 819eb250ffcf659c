// Learners as CSV files: imports and exports by a manager.
import { expect } from 'vitest';

import type { Api, Assignment, Failure, Learner } from './api.ts';

export interface Report {
  dryRun: boolean;
  complete: boolean;
  rows: number;
  created: number;
  updated: number;
  unchanged: number;
  refused: number;
  assignments: { assigned: number; datesChanged: number; unchanged: number; refused: number };
  columns: string[];
  ignoredColumns: string[];
  encoding: string;
  delimiter: string;
  issues: { line: number; email: string; field: string; code: string; message: string }[];
  moreIssues: number;
}

export type CsvFile = string | Uint8Array<ArrayBuffer>;

export const IMPORT = '/api/cm/user/import';
export const BOM = '\uFEFF';

export const counts = ({ rows, created, updated, unchanged, refused }: Report) => ({
  rows,
  created,
  updated,
  unchanged,
  refused,
});

export class LearnerFiles {
  constructor(private readonly manager: Api) {}

  /** The head of an import whose body the test sends itself. */
  head(length: number): string {
    const { token } = this.manager;
    const fields = [`Authorization: Bearer ${token}`, 'Content-Type: text/csv', `Content-Length: ${length}`];
    return [`POST ${IMPORT} HTTP/1.1`, 'Host: academy.test', ...fields, '', ''].join('\r\n');
  }

  /** Imports a file that is accepted, and returns the report. */
  async read(file: CsvFile, query = ''): Promise<Report> {
    const answer = await this.send(file, query);
    const body = (await answer.json()) as { result: Report };
    expect(answer.status, JSON.stringify(body)).toBe(200);
    return body.result;
  }

  /** Imports a file that is refused; returns the status, the code, and the first field's code. */
  async refused(file: CsvFile, type?: string): Promise<[number, string | undefined, string | undefined]> {
    const answer = await this.send(file, '', type);
    const body = (await answer.json()) as Failure;
    return [answer.status, body.code, body.data?.[0]?.code];
  }

  async download(path: string, body: object = {}): Promise<{ text: string; headers: Headers }> {
    const answer = await fetch(this.manager.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.manager.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    // Not text(), which would strip the BOM.
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer());
    expect(answer.status, text).toBe(200);
    return { text, headers: answer.headers };
  }

  async find(search: string): Promise<Learner[]> {
    return (await this.manager.must<{ result: Learner[] }>('PUT', '/api/cm/user/fetch-users', { search })).result;
  }

  async only(search: string): Promise<Learner> {
    const found = await this.find(search);
    expect(found).toHaveLength(1);
    return found[0] as Learner;
  }

  /** The number of learners. */
  async total(): Promise<number> {
    return (await this.manager.must<{ total: number }>('PUT', '/api/cm/user/fetch-users', { limit: 1 })).total;
  }

  async coursesOf(clientId: string): Promise<Assignment[]> {
    const path = '/api/cm/user-course/fetch-user-courses';
    return (await this.manager.must<{ userCourses: Assignment[] }>('POST', path, { clientId })).userCourses;
  }

  private send(file: CsvFile, query: string, type = 'text/csv'): Promise<Response> {
    return fetch(this.manager.url + IMPORT + query, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.manager.token}`, 'content-type': type },
      body: file,
    });
  }
}
