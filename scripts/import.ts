// Brings over what another product holds; it may run while the installation does.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { pauseRemovals } from '@/lib/server/backup/pause-removals';
import { operatorMessage } from '@/lib/server/config';
import { systemContext } from '@/lib/server/container';
import type { Context } from '@/lib/server/context';
import { importSource, openSource, type SourceLocation } from '@/lib/server/import/import-source';
import { progressReporter, Report } from '@/lib/server/import/report';
import type { ImportOptions } from '@/lib/server/import/run-import';
import { type Product, products } from '@/lib/server/import/source';
import { undoImport } from '@/lib/server/import/undo-import';
import { openDatabase } from './tools/database';
import { importConfig } from './tools/import-config';
import { say } from './tools/say';

const usage = `npm run import -- PRODUCT --from PATH [--files FOLDER] [--config FILE] [--zone ZONE]
  [--owner LOGIN] [--all] [--merge] [--dry-run]
npm run import -- PRODUCT --undo [--dry-run]
npm run import -- config sharry.conf [--to .env]
PRODUCT is ${products.join(', ')}; see docs/operate/import.md.
`;

const codes = { whole: 0, partly: 1, failed: 2 };

try {
  const args = process.argv.slice(2);
  if (args[0] === 'config') process.exit(writeConfig(args.slice(1)));
  const wish = wishOf(args);
  if (!wish) {
    process.stderr.write(usage);
    process.exit(codes.failed);
  }
  const close = await openDatabase();
  const report = await carryOut(wish).finally(close);
  process.exit(report.missed.length === 0 ? codes.whole : codes.partly);
} catch (error) {
  process.stderr.write(`\n${operatorMessage(error)}\n`);
  process.exit(codes.failed);
}

type Wish = {
  product: Product;
  place: SourceLocation;
  how: ImportOptions;
  isDryRun: boolean;
  isUndo: boolean;
};

function wishOf(args: string[]): Wish | null {
  const text = { type: 'string' } as const;
  const options = {
    from: text,
    files: text,
    config: text,
    zone: text,
    owner: text,
    all: { type: 'boolean' },
    merge: { type: 'boolean' },
    undo: { type: 'boolean' },
    'dry-run': { type: 'boolean' },
  } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const product = products.find((one) => one === positionals[0]);
  if (!product || positionals.length !== 1) return null;
  const { from } = values;
  const isUrl = /^(postgres(ql)?|mariadb|mysql):/.test(from ?? '');
  return {
    product,
    place: {
      from: isUrl ? (from ?? null) : here(from),
      files: here(values.files),
      config: here(values.config),
      zone: values.zone ?? null,
      variables: process.env,
    },
    how: {
      owner: values.owner ?? null,
      includesExpired: values.all ?? false,
      mergesAccounts: values.merge ?? false,
    },
    isDryRun: values['dry-run'] ?? false,
    isUndo: values.undo ?? false,
  };
}

function writeConfig(args: string[]): number {
  const options = { to: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [file, to] = [here(positionals[0]), here(values.to ?? '.env')];
  if (file !== null && to !== null && positionals.length === 1)
    return importConfig(file, to) ? codes.whole : codes.partly;
  process.stderr.write(usage);
  return codes.failed;
}

function here(given: string | undefined): string | null {
  return given === undefined ? null : path.resolve(process.env.INIT_CWD ?? process.cwd(), given);
}

async function carryOut(wish: Wish): Promise<Report> {
  const { product, isDryRun } = wish;
  const ctx = systemContext();
  // Bytes that wait for their rows stay where they are, and nobody else imports meanwhile.
  const pause = isDryRun ? null : await pauseRemovals(ctx, 'import');
  try {
    const report = await (wish.isUndo ? undoImport(ctx, product, isDryRun) : bring(ctx, wish));
    tell(ctx, report);
    return report;
  } finally {
    await pause?.release();
  }
}

function tell(ctx: Context, report: Report, isWhole = true): void {
  const lines = report.lines(isWhole);
  for (const line of lines) say(line);
  if (!report.isDryRun) say(`This report is in ${keepReport(ctx.config.DATA_DIR, report.product, lines)}.`);
}

async function bring(ctx: Context, { product, place, isDryRun, how }: Wish): Promise<Report> {
  const report = new Report(product, isDryRun);
  const workFolder = workFolderIn(ctx.config.DATA_DIR, isDryRun);
  process.once('exit', () => fs.rmSync(workFolder, { recursive: true, force: true }));
  const breakOff = () => {
    if (!isDryRun && !report.isEmpty) tell(ctx, report, false);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      breakOff();
      process.exit(130);
    });
  const source = await openSource(product, place, { now: ctx.now, workFolder });
  try {
    await importSource(ctx, source, report, { ...how, progress: progressReporter(say) });
    return report;
  } catch (error) {
    breakOff();
    throw error;
  } finally {
    await source.close();
  }
}

function workFolderIn(dataDir: string, isDryRun: boolean): string {
  const start = isDryRun ? 'import-dry-' : 'import-work-';
  for (const name of fs.readdirSync(dataDir)) {
    const pid = /^import-(?:dry|work)-(\d+)$/.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid)))
      fs.rmSync(path.join(dataDir, name), { recursive: true, force: true });
  }
  const folder = path.join(dataDir, `${start}${process.pid}`);
  fs.mkdirSync(folder);
  return folder;
}

/** A dead process' number may belong to another one. */
function isRunning(pid: number): boolean {
  try {
    return pid !== process.pid && process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function keepReport(folder: string, product: Product, lines: string[]): string {
  const time = new Date().toISOString().replace(/[:.]/g, '-');
  const file = path.join(folder, `import-${product}-${time}.txt`);
  fs.writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600, flag: 'wx' });
  return file;
}
