import { defineConfig } from 'vitest/config';

// Real processes behind every file: one file at a time, so that two cores carry them, and bounded waits that a busy
// machine can keep.
const common = {
  fileParallelism: false,
  isolate: false,
  testTimeout: 60_000,
  hookTimeout: 120_000,
  restoreMocks: true,
} as const;

export default defineConfig({
  test: {
    ...common,
    projects: [
      { test: { ...common, name: 'integration', include: ['integration/**/*.test.ts'] } },
      {
        test: {
          ...common,
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          setupFiles: ['e2e/setup.ts'],
          testTimeout: 300_000,
          // Opening an academy with videos waits for their processing.
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
