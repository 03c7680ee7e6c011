import path from 'node:path';
import { defineConfig } from 'vitest/config';

const root = import.meta.dirname;
const resolve = { alias: { '@': root, 'server-only': path.join(root, 'test/empty.ts') } };

export default defineConfig({
  resolve,
  test: {
    projects: [
      {
        // Rules and services, beside their code; services on a real PostgreSQL.
        resolve,
        test: {
          name: 'code',
          include: ['lib/**/*.test.ts', 'components/**/*.test.ts', 'test/**/*.test.ts'],
          globalSetup: ['test/postgres.ts'],
          setupFiles: ['test/environment.ts'],
          testTimeout: 20_000,
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
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
