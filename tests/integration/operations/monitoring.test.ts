// The shipped rules and the shipped dashboard, in Prometheus: alerts fire when they should and at nothing else, and every
// query finds what a real academy tells.
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';

import { Api, firstManager, newLearner, signIn } from '../../harness/api.ts';
import { Cluster, ROOT } from '../../harness/cluster.ts';
import { LiveConnection } from '../../harness/live.ts';
import { Prometheus, promtool, SHIPPED_RULES } from '../../harness/servers/prometheus.ts';
import { until } from '../../harness/until.ts';

interface Rule {
  readonly record?: string;
  readonly alert?: string;
  readonly expr: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: { readonly summary?: string; readonly remedy?: string };
}

let folder: string;
let rules: readonly Rule[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'academy-'));
  await copyFile(SHIPPED_RULES, join(folder, 'academy.rules.yml'));
  const { groups } = parse(await readFile(SHIPPED_RULES, 'utf8')) as { groups: { rules: Rule[] }[] };
  rules = groups.flatMap((group) => group.rules);
});
afterAll(async () => {
  if (folder) await rm(folder, { recursive: true, force: true });
});

/** In minutes: longer than every `for`, but that of the backup that never was. */
const HOURS = 150;
const DAYS = 3000;
const requests = (status: number, aMinute: number) =>
  `academy_edge_requests_total{instance="a", route="/r", status="${status}"} 0+${aMinute}x${HOURS}`;
const durations = (route: string, within: number) => [
  `academy_edge_request_seconds_bucket{instance="a", route="${route}", le="1"} 0+${within}x${HOURS}`,
  `academy_edge_request_seconds_bucket{instance="a", route="${route}", le="5"} 0+100x${HOURS}`,
  `academy_edge_request_seconds_bucket{instance="a", route="${route}", le="+Inf"} 0+100x${HOURS}`,
  `academy_edge_request_seconds_count{instance="a", route="${route}"} 0+100x${HOURS}`,
];
const always = (series: string, value: number) => `${series} ${value}+0x${DAYS}`;
const growing = (series: string, from: string, step: number) =>
  `${series} ${from}${step < 0 ? '' : '+'}${step}x${DAYS}`;

interface Case {
  /** What the alert fires at, with which labels. */
  readonly bad: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
  /** What is still good. */
  readonly good: readonly string[];
  readonly after?: string;
}

const AUTH = { process: 'auth' };
const CASES: Readonly<Record<string, Case>> = {
  AcademyUnreachable: {
    bad: [always('up{job="academy"}', 0)],
    labels: { job: 'academy' },
    good: [always('up{job="another"}', 0)],
  },
  AcademyServiceAway: {
    bad: [always('academy_up{process="auth"}', 0)],
    labels: AUTH,
    good: [always('academy_up{process="auth"}', 1)],
  },
  AcademyFailing: {
    bad: [requests(200, 100), requests(503, 5)],
    labels: { instance: 'a' },
    good: [requests(200, 100), requests(503, 1)],
  },
  AcademySlow: {
    bad: durations('/r', 90),
    labels: { instance: 'a', route: '/r' },
    good: [...durations('/r', 100), ...durations('/media', 50)],
  },
  AcademyCannotWrite: {
    bad: [growing('academy_heartbeat_age_seconds{process="auth"}', '0', 60)],
    labels: AUTH,
    good: [always('academy_heartbeat_age_seconds{process="auth"}', 9)],
  },
  AcademyDiskFull: {
    bad: [always('academy_disk_free_bytes{process="auth"}', 2e9)],
    labels: AUTH,
    good: [always('academy_disk_free_bytes{process="auth"}', 3e9)],
  },
  AcademyDiskFullSoon: {
    bad: [growing('academy_disk_free_bytes{process="auth"}', '20000000000', -5_000_000)],
    labels: AUTH,
    good: [growing('academy_disk_free_bytes{process="auth"}', '20000000000', -500_000)],
  },
  AcademyRestarts: {
    bad: [growing('academy_process_restarts{process="auth"}', '0', 1)],
    labels: AUTH,
    good: [always('academy_process_restarts{process="auth"}', 7)],
  },
  AcademyFeedLost: {
    bad: [growing('academy_feed_lost_seconds{process="enrollment", source="auth"}', '0', 60)],
    labels: { process: 'enrollment', source: 'auth' },
    good: [always('academy_feed_lost_seconds{process="enrollment", source="auth"}', 3)],
  },
  AcademySessionsUnknown: {
    bad: [always('academy_edge_auth_feed_live{instance="a"}', 0)],
    labels: { instance: 'a' },
    good: [always('academy_edge_auth_feed_live{instance="a"}', 1)],
  },
  AcademyPasswordsQueue: {
    bad: [always('academy_executor_waiting{process="auth", executor="hashing"}', 60)],
    labels: { ...AUTH, executor: 'hashing' },
    good: [always('academy_executor_waiting{process="auth", executor="imports"}', 60)],
  },
  AcademyMailWaits: {
    bad: [growing('academy_mail_oldest_seconds', '0', 60)],
    labels: {},
    good: [always('academy_mail_oldest_seconds', 600)],
  },
  AcademyVideosWait: {
    bad: [growing('academy_processing_oldest_seconds', '20000', 60)],
    labels: {},
    good: [always('academy_processing_oldest_seconds', 3600)],
  },
  // The time is that since 1970, in these tests too.
  AcademyBackupOld: {
    bad: [always('academy_backup_last_success_seconds', 60)],
    labels: {},
    good: [growing('academy_backup_last_success_seconds', '60', 60)],
    after: '49h',
  },
  AcademyNoBackup: {
    bad: [always('academy_backup_last_success_seconds', 0)],
    labels: {},
    good: [growing('academy_backup_last_success_seconds', '60', 60)],
    after: '24h30m',
  },
  AcademyAuditWaits: {
    bad: [always('academy_audit_outbox{process="catalog", state="refused"}', 1)],
    labels: { process: 'catalog', state: 'refused' },
    good: [always('academy_audit_outbox{process="catalog", state="waiting"}', 100)],
  },
  AcademyMissing: { bad: [always('academy_absent', 2)], labels: {}, good: [always('academy_absent', 0)] },
  AcademyCertificateExpires: {
    bad: [always('academy_grpc_certificate_expiry_seconds{process="auth"}', 100_000)],
    labels: AUTH,
    good: [always('academy_grpc_certificate_expiry_seconds{process="auth"}', 5_000_000)],
  },
};

/** What promtool is to find with these series: exactly this alert, or none. */
function expecting(series: readonly string[], eval_time: string, firing?: string) {
  const input_series = series.map((line) => {
    const at = line.lastIndexOf(' ');
    return { series: line.slice(0, at), values: line.slice(at + 1) };
  });
  const alert_rule_test = rules.flatMap(({ alert: alertname, labels }) => {
    if (alertname === undefined) return [];
    const exp_labels = { ...labels, ...(firing === undefined ? {} : CASES[firing]?.labels) };
    return [{ alertname, eval_time, exp_alerts: alertname === firing ? [{ exp_labels }] : [] }];
  });
  return { interval: '1m', input_series, alert_rule_test };
}

describe('rules', () => {
  test('are rules, and each alert is tested here and says what is wrong and what to do', async () => {
    const { code, text } = await promtool(['check', 'rules', 'academy.rules.yml'], folder);
    expect(code, text).toBe(0);
    const alerts = rules.filter(({ alert }) => alert !== undefined);
    expect(alerts.map(({ alert }) => alert).sort()).toEqual(Object.keys(CASES).sort());
    for (const { alert, annotations } of alerts) {
      expect(annotations?.summary, alert).toBeTruthy();
      expect(annotations?.remedy, alert).toBeTruthy();
    }
  });

  test('fire when they should, each alone, and not before', async () => {
    // What alerts say is no matter here.
    const silent = rules.map(({ annotations, ...rule }) => rule);
    // JSON is YAML.
    await writeFile(join(folder, 'silent.yml'), JSON.stringify({ groups: [{ name: 'silent', rules: silent }] }));
    const tests = Object.entries(CASES).flatMap(([alert, { bad, good, after = '2h20m' }]) => [
      expecting(bad, after, alert),
      expecting(good, after),
    ]);
    const all = { rule_files: ['silent.yml'], evaluation_interval: '5m', tests };
    await writeFile(join(folder, 'tests.yml'), JSON.stringify(all));
    const { code, text } = await promtool(['test', 'rules', 'tests.yml'], folder);
    expect(code, text).toBe(0);
  });
});

describe('queries of a real academy', () => {
  let cluster: Cluster;
  let prometheus: Prometheus;
  let learner: LiveConnection;

  beforeAll(async () => {
    cluster = await Cluster.start({ flags: ['--bot-check', 'off'] });
    const { api } = await firstManager(cluster.url);
    const { email } = await newLearner(api);
    const { token } = await signIn(cluster.url, email);
    learner = new LiveConnection(cluster.url, token, { transports: ['websocket'] });
    await learner.connected();
    prometheus = await Prometheus.start(cluster, folder);
  });
  afterAll(async () => {
    learner?.close();
    await prometheus?.stop();
    await cluster?.stop();
  });

  /** Something to count, until there is something. */
  async function finds(expression: string): Promise<void> {
    await until(expression, async () => {
      await new Api(cluster.url).post('/api/public/fetch-courses', {});
      await new Api(cluster.url).post('/api/public/page-view', { page: '/about', lang: 'en' });
      const found = await prometheus.query(expression);
      return found.some(({ value: [, value] }) => value !== 'NaN');
    });
  }

  test('every panel of the dashboard shows something', async () => {
    const text = await readFile(join(ROOT, 'deploy/grafana/academy.json'), 'utf8');
    const { panels } = JSON.parse(text) as { panels: { targets?: { expr: string }[] }[] };
    const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    expect(queries.length).toBeGreaterThan(20);
    for (const query of queries) await finds(query.replaceAll('$instance', '.*'));
  });

  test('every metric that a rule asks for is there, and no alert is about to fire but that of the missing backup', async () => {
    const names = new Set(rules.flatMap(({ expr }) => expr.match(/\bacademy_\w+/g) ?? []));
    // Only processes with certificates tell this one.
    names.delete('academy_grpc_certificate_expiry_seconds');
    for (const name of names) await finds(name);
    const alerts = await prometheus.query('ALERTS{alertstate=~"pending|firing"}');
    // The disk is the machine's, not the academy's.
    const ours = alerts.map(({ metric }) => metric['alertname']).filter((name) => !name?.startsWith('AcademyDisk'));
    expect(ours).toEqual(['AcademyNoBackup']);
  });
});
