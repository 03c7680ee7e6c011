import fs from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { pureLayers } from './scripts/lib/pure-layers.mjs';
import { LongestFirst } from './test/longest-first.mjs';

const root = import.meta.dirname;
const resolve = { alias: { '@': root, 'server-only': path.join(root, 'testing/empty.ts') } };

const pure = pureLayers.map((room) => `${room}/**/*.test.ts`);

/** What a file leaves behind in its process: replaced modules, another environment, another way to the database. */
const leaves = /\bvi\.(mock|doMock|stubEnv|stubGlobal|resetModules)\(|\buseBucket\(|\bflakyDatabase\(/;
const alone = ['lib', 'test']
  .flatMap((room) =>
    fs
      .readdirSync(path.join(root, room), { recursive: true, encoding: 'utf8' })
      .map((file) => `${room}/${file}`),
  )
  .filter((file) => file.endsWith('.test.ts') && !pureLayers.some((room) => file.startsWith(`${room}/`)))
  .filter((file) => leaves.test(fs.readFileSync(path.join(root, file), 'utf8')));

/** What is asked again and again comes within a second only on a machine that has nothing else to do. */
const expectations = { poll: { timeout: 20_000 } };

// Services, beside their code, on a real PostgreSQL.
const code = {
  globalSetup: ['testing/service/postgres.ts'],
  setupFiles: ['testing/service/environment.ts'],
  testTimeout: 60_000, // a busy machine is slow, not wrong
  hookTimeout: 60_000,
  expect: expectations,
};

export default defineConfig({
  resolve,
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        // Pure rules keep nothing, so their files need not be kept apart, which takes longer than they do.
        resolve,
        test: { name: 'rules', include: pure, isolate: false, testTimeout: 60_000 },
      },
      {
        // Parts of screens, drawn without a browser; calls get answers of an imitated server.
        resolve,
        test: {
          name: 'components',
          include: ['components/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: ['testing/screens/clean-up.ts'],
          server: { deps: { inline: ['next-intl'] } }, // names files of Next without their ending
          testTimeout: 60_000,
        },
      },
      {
        // Files share processes: loading the server anew takes each of them longer than its tests.
        resolve,
        test: {
          ...code,
          name: 'code',
          include: ['lib/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...pure, ...alone],
          isolate: false,
        },
      },
      {
        // Those that would disturb others have a process each. Filters ignore case: `--project code` runs both.
        resolve,
        test: { ...code, name: 'Code', include: alone },
      },
      {
        // Over HTTP against the production build that globalSetup starts.
        resolve,
        test: {
          name: 'api',
          isolate: false, // every file would load the contract and its schemas anew
          include: ['e2e/api/**/*.test.ts'],
          globalSetup: ['e2e/servers.ts'],
          setupFiles: ['e2e/own-server.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: expectations,
        },
      },
      {
        // Starting, stopping and killing servers, each with a DATA_DIR of its own.
        resolve,
        test: {
          name: 'start',
          include: ['e2e/start/**/*.test.ts'],
          globalSetup: ['testing/server/build.ts'],
          testTimeout: 240_000,
          hookTimeout: 60_000,
          expect: expectations,
        },
      },
    ],
  },
});
