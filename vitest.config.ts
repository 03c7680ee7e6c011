import path from 'node:path';
import { defineConfig } from 'vitest/config';

const root = import.meta.dirname;
const resolve = { alias: { '@': root, 'server-only': path.join(root, 'test/empty.ts') } };

const pure = ['lib/domain', 'lib/contract', 'lib/i18n', 'components', 'test/rules'].map(
  (room) => `${room}/**/*.test.ts`,
);

export default defineConfig({
  resolve,
  test: {
    projects: [
      {
        // Pure rules keep nothing, so their files need not be kept apart, which takes longer than they do.
        resolve,
        test: { name: 'rules', include: pure, isolate: false, testTimeout: 20_000 },
      },
      {
        // Services, beside their code, on a real PostgreSQL.
        resolve,
        test: {
          name: 'code',
          include: ['lib/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: pure,
          globalSetup: ['test/postgres.ts'],
          setupFiles: ['test/environment.ts'],
          testTimeout: 60_000, // a busy machine is slow, not wrong
          hookTimeout: 60_000,
        },
      },
      {
        // Over HTTP against the production build that globalSetup starts.
        resolve,
        test: {
          name: 'api',
          include: ['e2e/api/**/*.test.ts'],
          globalSetup: ['e2e/server.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        // Starting, stopping and killing servers, each with a DATA_DIR of its own.
        resolve,
        test: {
          name: 'start',
          include: ['e2e/start/**/*.test.ts'],
          globalSetup: ['e2e/build.ts'],
          testTimeout: 240_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
