// Builds when there is no build of exactly these sources.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { alone } from './alone.mjs';
import { fingerprint } from './fingerprint.mjs';
import { writeServedList } from './served.mjs';
import { buildSettings, settle } from './settle.mjs';
import { isSealed, root, step, tool } from './step.mjs';

// Inside .next, so that clearing that folder clears the stamp with it.
const stampFile = path.join(root, '.next/slipway.json');
const bundle = path.join(root, 'dist/server.mjs');

/** @returns {Promise<{ version: string, commit: string, builtAt: number }>} */
export async function ensureBuilt() {
  const built = builtNow() ?? (await alone(path.join(root, 'dist/.building'), build));
  return { version: version(), ...built };
}

const version = () => JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')).version;

async function build() {
  const done = builtNow(); // by the one we waited for
  if (done) return done;
  fs.rmSync(stampFile, { force: true });
  const of = fingerprint();
  await step('Preparing the database client', ...tool('prisma', 'generate'));
  await step('Building the PDF viewer', process.execPath, ['scripts/bundle-pdf.mjs']);
  await step('Building the command', process.execPath, ['scripts/bundle-cli.mjs']);
  await step('Building the service worker', process.execPath, ['scripts/bundle-worker.mjs']);
  const env = { NODE_ENV: 'production', TZ: 'UTC', LC_ALL: 'C', ...buildSettings(of) };
  await step('Building the pages', ...tool('next', 'build'), { env });
  settle(of);
  await step('Compressing the scripts', process.execPath, ['scripts/compress-scripts.mjs']);
  await step('Building the server', process.execPath, ['scripts/bundle.mjs']);
  const stamp = { fingerprint: of, commit: commit(), builtAt: builtAt() };
  writeServedList({ version: version(), commit: stamp.commit });
  fs.writeFileSync(`${stampFile}.new`, JSON.stringify(stamp), { flush: true });
  fs.renameSync(`${stampFile}.new`, stampFile);
  return stamp;
}

/** The stamp of a build of exactly these sources. An image has no sources and just one build. */
export function builtNow() {
  const stamp = fs.existsSync(bundle) ? readStamp() : null;
  return stamp && (isSealed || stamp.fingerprint === fingerprint()) ? stamp : null;
}

/** Null also for one that a crash or a full disk has cut off. */
function readStamp() {
  try {
    return JSON.parse(fs.readFileSync(stampFile, 'utf8'));
  } catch {
    return null;
  }
}

function commit() {
  return process.env.SLIPWAY_COMMIT || git('rev-parse', 'HEAD') || 'unknown'; // an image is built without .git
}

/** The commit's time, which is the same for all who build it; the present for a clone that somebody has changed. */
function builtAt() {
  const { SOURCE_DATE_EPOCH } = process.env;
  if (SOURCE_DATE_EPOCH) return Number(SOURCE_DATE_EPOCH) * 1000;
  const isChanged = git('status', '--porcelain') !== '';
  return isChanged ? Date.now() : Number(git('log', '-1', '--format=%ct')) * 1000;
}

/** Null where there is no git, or no clone. */
function git(...args) {
  try {
    return execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return null;
  }
}
