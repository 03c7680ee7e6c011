import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';

/** Forbidden imports: a file in each folder, and what it must not import. */
const forbidden: Record<string, string[]> = {
  'lib/domain/planted.ts': [
    '@/lib/contract/share/share',
    '@/lib/server/config',
    '@/lib/client/call',
    'react',
    'next/link',
    'node:fs',
    'zod',
  ],
  'lib/contract/planted.ts': [
    '@/lib/server/config',
    '@/lib/client/call',
    '@/lib/i18n/locales',
    '@/components/ui/button',
    '@/app/providers',
    'react',
    'next/headers',
    'node:fs',
  ],
  'lib/client/planted.ts': ['@/lib/server/services/share/detail', '@/app/providers', 'node:fs', 'zod'],
  'lib/cli/planted.ts': [
    '@/lib/server/config',
    '@/lib/client/call',
    '@/components/ui/button',
    'react',
    'next/link',
  ],
  'lib/server/planted.ts': [
    '@/components/ui/button',
    '@/app/providers',
    '@/lib/client/call',
    '@/lib/features/webhook/send',
  ],
  'lib/server/services/share/planted.ts': [
    'next/headers',
    'next-intl',
    'next-auth/jwt',
    '@/lib/server/http/route',
    '@/lib/server/db/client',
    '@/lib/server/transfer/serve',
    '@/lib/server/container',
    '@/lib/server/jobs/schedule',
    '@/components/ui/button',
    '@/lib/client/call',
    '@/lib/features/index',
    '@/lib/features/webhook/send',
  ],
  'lib/features/webhook/planted.ts': [
    'next/headers',
    '@/lib/server/http/route',
    '@/lib/server/db/client',
    '@/lib/server/container',
    '@/lib/server/jobs/schedule',
    '@/components/ui/button',
    '@/lib/client/call',
    '@/lib/features/index',
  ],
  'lib/server/transfer/planted.ts': [
    'next',
    'next/server',
    'react',
    'next-auth/jwt',
    '@/lib/server/db/client',
    '@/components/ui/button',
    '@/lib/client/call',
    '@/lib/features/webhook/send',
  ],
  'lib/server/db/planted.ts': [
    '@/lib/server/services/share/detail',
    '@/lib/server/http/route',
    '@/lib/client/call',
    '@/lib/features/webhook/send',
  ],
  'lib/server/storage/planted.ts': ['@/lib/server/services/share/detail', '@/lib/server/transfer/serve'],
  'lib/server/mail/planted.ts': ['@/lib/server/services/share/detail', '@/app/providers'],
  'components/share/planted.tsx': ['@/lib/server/services/share/detail', '@/app/providers', 'node:fs', 'zod'],
  'components/ui/planted.tsx': [
    '@/lib/domain/units',
    '@/lib/contract/share/share',
    '@/lib/server/config',
    '@/components/share/share-row',
    '@/app/providers',
    'next-intl',
    'node:fs',
  ],
  'app/api/v2/planted/route.ts': [
    '@/lib/server/db/client',
    '@/lib/server/storage/disk/disk-storage',
    '@prisma/client',
    '@/components/ui/button',
    '@/lib/client/call',
  ],
  'app/app/planted/page.tsx': [
    '@/lib/server/db/client',
    '@/lib/server/storage/disk/disk-storage',
    '@/lib/server/auth/caller',
    '@prisma/client',
  ],
};

const allowed: Record<string, string[]> = {
  'lib/domain/planted.ts': ['./units'],
  'lib/contract/planted.ts': ['zod', '@/lib/domain/units'],
  'lib/client/planted.ts': ['react', '@/lib/contract/share/share'],
  'lib/server/services/share/planted.ts': [
    '@/lib/contract/errors',
    '@/lib/domain/publish',
    '@/lib/server/context',
  ],
  'lib/server/planted.ts': ['@/lib/features/index'],
  'lib/features/webhook/planted.ts': ['@/lib/server/journal/record', '@/lib/server/jobs/queue'],
  'lib/server/transfer/planted.ts': ['node:stream', '@/lib/server/services/open/gate'],
  'components/share/planted.tsx': [
    'next-intl',
    '@/components/ui/button',
    '@/lib/client/use-call',
    '@/lib/paths',
  ],
  'components/ui/planted.tsx': ['react', 'clsx', '@base-ui/react/button', '@/components/ui/button'],
  'app/api/v2/planted/route.ts': ['@/lib/server/http/route', '@/lib/server/services/share/detail'],
  'app/app/planted/page.tsx': ['@/lib/server/http/page', '@/lib/client/seeded', '@/components/ui/button'],
};

/** Lints files in an otherwise empty tree with the project's rules. */
let refusals: Refusal[];
type Refusal = { rule: string; file: string; line: number };

const misnamed = 'lib/domain/PlantedName.ts';
const outspoken = 'lib/server/services/share/outspoken.ts';
const innocent = (file: string) => file.replace('planted', 'innocent').replace(/(route|page)/, 'innocent-$1');

beforeAll(() => {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-rooms-'));
  const plant = (file: string, source: string) => {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), source);
  };
  const importing = (names: string[]) =>
    names.map((name, index) => `export * as a${index} from '${name}';\n`).join('');
  plant('biome.json', fs.readFileSync('biome.json', 'utf8'));
  for (const [file, names] of Object.entries(forbidden)) plant(file, importing(names));
  for (const [file, names] of Object.entries(allowed)) plant(innocent(file), importing(names));
  plant(misnamed, 'export {};\n');
  plant(outspoken, 'export const port = process.env.PORT;\nconsole.log(port);\n');
  const args = ['lint', '--vcs-enabled=false', '--reporter=github', '--max-diagnostics=none', '.'];
  const { stdout } = spawnSync(path.resolve('node_modules/.bin/biome'), args, {
    cwd: root,
    encoding: 'utf8',
  });
  refusals = [...stdout.matchAll(/title=lint\/\w+\/(\w+),file=([^,]+),line=(\d+)/g)].map(
    ([, rule = '', file = '', line]) => ({ rule, file: path.relative(root, file), line: Number(line) }),
  );
  fs.rmSync(root, { recursive: true });
});

const refusedBy = (rule: string, file: string) =>
  refusals.filter((refusal) => refusal.rule === rule && refusal.file === file).map(({ line }) => line);

test.each(Object.entries(forbidden))('%s may not import what belongs to other rooms', (file, imports) => {
  const lines = refusedBy('noRestrictedImports', file);
  expect(imports.filter((_, index) => lines.includes(index + 1))).toEqual(imports);
});

test.each(Object.entries(allowed))('%s may import what its room needs', (file) => {
  expect(refusedBy('noRestrictedImports', innocent(file))).toEqual([]);
});

test('only the configuration reads the environment, nobody prints, and names are kebab-case', () => {
  expect(refusedBy('noProcessEnv', outspoken)).toEqual([1]);
  expect(refusedBy('noConsole', outspoken)).toEqual([2]);
  expect(refusedBy('useFilenamingConvention', misnamed)).toEqual([1]);
});
