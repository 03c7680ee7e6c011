// Brings over what another product holds; it may run while the installation does.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { pauseRemovals } from '@/lib/server/backup/pause-removals';
import { operatorMessage } from '@/lib/server/config';
import { systemContext } from '@/lib/server/container';
import { openSource, type Place } from '@/lib/server/import/open-source';
import type { Report } from '@/lib/server/import/report';
import { runImport } from '@/lib/server/import/run-import';
import { type Product, products } from '@/lib/server/import/source';
import { openDatabase } from './tools/database';
import { say } from './tools/say';

const usage = `npm run import -- PRODUCT --from PATH [--files FOLDER] [--config FILE] [--zone ZONE]
  [--owner LOGIN] [--dry-run]
PRODUCT is ${products.join(', ')}; see docs/operate/moving.md.
`;

/** As everything of it was brought, as some of it stays behind, as it failed. */
const codes = { whole: 0, partly: 1, failed: 2 };

try {
  const wish = wishOf(process.argv.slice(2));
  if (!wish) {
    process.stderr.write(usage);
    process.exit(codes.failed);
  }
  const close = await openDatabase();
  const report = await bring(wish).finally(close);
  process.exit(report.left.length === 0 ? codes.whole : codes.partly);
} catch (error) {
  process.stderr.write(`\n${operatorMessage(error)}\n`);
  process.exit(codes.failed);
}

type Wish = { product: Product; place: Place; owner: string | null; isDryRun: boolean };

function wishOf(args: string[]): Wish | null {
  const text = { type: 'string' } as const;
  const options = {
    from: text,
    files: text,
    config: text,
    zone: text,
    owner: text,
    'dry-run': { type: 'boolean' },
  } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const product = products.find((one) => one === positionals[0]);
  if (!product || positionals.length !== 1) return null;
  const { from } = values;
  const isUrl = product === 'sharry' && /^postgres(ql)?:/.test(from ?? '');
  return {
    product,
    place: {
      from: isUrl ? (from ?? null) : here(from),
      files: here(values.files),
      config: here(values.config),
      zone: values.zone ?? null,
      variables: process.env,
    },
    owner: values.owner ?? null,
    isDryRun: values['dry-run'] ?? false,
  };
}

/** From where the command was typed. */
const here = (given: string | undefined): string | null =>
  given === undefined ? null : path.resolve(process.env.INIT_CWD ?? process.cwd(), given);

async function bring({ product, place, owner, isDryRun }: Wish): Promise<Report> {
  const ctx = systemContext();
  const { DATA_DIR } = ctx.config;
  const workFolder = fs.mkdtempSync(path.join(DATA_DIR, 'import-'));
  process.once('exit', () => fs.rmSync(workFolder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  const source = await openSource(product, place, { now: ctx.now, workFolder });
  // Bytes that wait for their rows stay where they are, and nobody else imports meanwhile.
  const pause = isDryRun ? null : await pauseRemovals(ctx, 'import');
  try {
    const report = await runImport(ctx, source, { owner, isDryRun, progress: progress() });
    const lines = report.lines();
    for (const line of lines) say(line);
    if (!isDryRun) say(`This report is in ${keepReport(DATA_DIR, product, lines)}.`);
    return report;
  } finally {
    await source.close();
    await pause?.release();
  }
}

/** A line every ten seconds. */
function progress(): (report: Report) => void {
  let said = Date.now();
  return ({ brought, known }) => {
    if (Date.now() - said < 10_000) return;
    said = Date.now();
    say(
      `… ${brought.shares} shares, ${brought.files} files, ${brought.bytes} bytes; ${known.shares} were here already`,
    );
  };
}

function keepReport(folder: string, product: Product, lines: string[]): string {
  const time = new Date().toISOString().replace(/[:.]/g, '-');
  const file = path.join(folder, `import-${product}-${time}.txt`);
  fs.writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600, flag: 'wx' });
  return file;
}
