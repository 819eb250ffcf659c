import { defineConfig } from 'vitest/config';

// Real processes behind every file, and bounded waits that a busy machine can keep.
const common = {
  isolate: false,
  testTimeout: 60_000,
  hookTimeout: 120_000,
  restoreMocks: true,
} as const;

// Two files at a time: most of them wait for what the academy does on its own clock.
const integration = { include: ['integration/**/*.test.ts'], maxWorkers: 2 };

export default defineConfig({
  test: {
    ...common,
    projects: [
      { test: { ...common, ...integration, name: 'integration' } },
      {
        test: {
          ...common,
          ...integration,
          name: 'integration-postgresql',
          // A server of the run's own, with databases for each academy.
          globalSetup: ['harness/servers/postgresql-run.ts'],
          sequence: { groupOrder: 2 },
        },
      },
      { test: { ...common, name: 'release', include: ['release/**/*.test.ts'], maxWorkers: 1 } },
      { test: { ...common, name: 'upgrade', include: ['upgrade/**/*.test.ts'], maxWorkers: 1 } },
      {
        test: {
          ...common,
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          // A browser, an academy and often an encoder: enough for two cores.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          setupFiles: ['e2e/setup.ts'],
          testTimeout: 300_000,
          // Opening an academy with videos waits for their processing.
          hookTimeout: 240_000,
        },
      },
      {
        test: {
          ...common,
          name: 'browsers',
          include: ['browsers/**/*.test.ts'],
          maxWorkers: 1,
          testTimeout: 300_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
