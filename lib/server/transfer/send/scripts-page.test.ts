import fs from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { createToken } from '@/lib/features/token/tokens';
import { run, scratchFolder } from '@/testing/network/curl';
import { inNewSession, ownAlias, userContext } from '@/testing/service/context';
import { startTransfer } from '@/testing/service/transfer';
import { ensureProgram } from '../../../../scripts/lib/debian-program.mjs';

const address = vi.hoisted(() => ({ BASE_URL: '' }));
vi.mock('@/lib/server/config', async (original) => {
  const module = await original<typeof import('@/lib/server/config')>();
  return { ...module, config: () => ({ ...module.config(), ...address }) };
});

/** The lines of a program that can't be had here, and what they make, are left out, which is said. */
async function withPrograms(steps: string): Promise<{ steps: string; folders: string[] }> {
  const folders: string[] = [];
  let left = steps;
  for (const name of ['wget', 'aria2c'] as const) {
    const program = await ensureProgram(name).catch(() => '');
    if (program) folders.push(program.endsWith('/start') ? startedAs(name, program) : path.dirname(program));
    else left = left.replaceAll(new RegExp(`^.*\\b${name}\\b.*\n(.*\\b(more|copies)\\b.*\n)?`, 'gm'), '');
    if (!program)
      process.stderr.write(`${name} can't be had here: its lines of docs/use/scripts.md are not run.\n`);
  }
  return { steps: left, folders };
}

/** Without root a program is started by another name. */
function startedAs(name: string, start: string): string {
  const folder = scratchFolder();
  fs.symlinkSync(start, path.join(folder, name));
  return folder;
}

test('every command of docs/use/scripts.md does what the page says', async () => {
  const page = fs.readFileSync('docs/use/scripts.md', 'utf8');
  const steps = [...page.matchAll(/^```bash\n([\s\S]*?)^```$/gm)].map(([, code]) => code);
  expect(steps.length).toBeGreaterThan(3);

  const { port } = await startTransfer();
  address.BASE_URL = `http://127.0.0.1:${port}`;
  const ctx = await userContext({ now: new Date() });
  const scopes = ['upload' as const];
  const { token } = await createToken(await inNewSession(ctx), {
    name: 'x',
    scopes,
    validity: 60_000,
    networks: [],
  });
  const alias = await ownAlias(ctx);
  const cwd = scratchFolder();
  for (const name of ['report.pdf', 'notes.txt']) fs.writeFileSync(path.join(cwd, name), name);

  const set = `SLIPWAY=${address.BASE_URL} TOKEN=${token} ALIAS=${alias.id}`;
  const wanted = await withPrograms(steps.join('\n'));
  const programs = `PATH="$PATH:${wanted.folders.join(':')}"`;
  const script = [
    'set -euxo pipefail',
    programs,
    ...set.split(' '),
    wanted.steps,
    'echo "walked to the end"',
  ].join('\n');
  const { out, err } = await run('bash', ['-c', script], { cwd });
  expect(`${out}\n${out.includes('walked to the end') ? '' : err}`).toContain('walked to the end');
  expect(await ctx.db.share.count({ where: { ownerId: ctx.viewer.id } })).toBe(8);
});
