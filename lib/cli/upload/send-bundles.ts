import fs from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BundleHead,
  type BundleLine,
  bundleLimits,
  bundleLines,
  formatHead,
} from '@/lib/domain/file/bundle';
import { sendRequest } from '../call';
import { exitCodes, Failure } from '../failure';
import type { ProgressBar } from '../progress';
import { fileKey, type LocalFile } from './local-files';
import type { UploadSetup, UploadTask } from './upload-setup';

/** Answers are read once all is sent, so a bundle is one that a slow line takes in seconds. */
const bundleBytes = 4 * 1024 * 1024;
const atOnce = 2;

/**
 * Sends small files that haven't begun, many in one request.
 * @returns the tasks that remain: larger files, and those that weren't taken, for which sending them alone says why
 */
export async function sendBundles(
  access: UploadSetup,
  tasks: UploadTask[],
  progress: ProgressBar,
): Promise<UploadTask[]> {
  const isSmall = ({ file, url }: UploadTask) => url === null && file.sizeBytes <= bundleLimits.fileBytes;
  const small = tasks.filter(isSmall);
  if (small.length < 2) return tasks;
  const arrived = new Set<UploadTask>();
  const left = inBundles(small).reverse();
  const work = async () => {
    for (let bundle = left.pop(); bundle; bundle = left.pop()) {
      if (!(await sendBundle({ access, progress, arrived }, bundle))) left.length = 0;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return tasks.filter((task) => !arrived.has(task));
}

function inBundles(tasks: UploadTask[]): UploadTask[][] {
  const bundles: UploadTask[][] = [];
  let bytes = 0;
  for (const task of tasks) {
    const last = bundles.at(-1);
    bytes += task.file.sizeBytes;
    if (last && last.length < bundleLimits.groupFiles && bytes <= bundleBytes) last.push(task);
    else {
      bundles.push([task]);
      bytes = task.file.sizeBytes;
    }
  }
  return bundles;
}

type BundleRun = { access: UploadSetup; progress: ProgressBar; arrived: Set<UploadTask> };

/** Goes on after a break, for which it asks what has arrived. @returns false where no bundle gets through */
async function sendBundle(run: BundleRun, tasks: UploadTask[]): Promise<boolean> {
  const rest = () => tasks.filter((task) => !run.arrived.has(task));
  for (const [tries, waitMs] of [0, ...run.access.retryDelays].entries()) {
    await sleep(waitMs);
    if (tries > 0 && (await post(run, rest(), 'asking')) === 'broken') continue;
    const answer = await post(run, rest(), 'sending');
    if (answer !== 'broken') return answer === 'read';
  }
  return false;
}

type BundleEnding = 'read' | 'refused' | 'broken';

/** Notes what the answer says, however far it came. */
async function post(run: BundleRun, tasks: UploadTask[], what: 'asking' | 'sending'): Promise<BundleEnding> {
  const { access } = run;
  const keys = new Map(tasks.map((task) => [access.creationKey(task.file), task]));
  const records = [...keys].map(([key, { file }]) => recordOf(file, key, what));
  const body = new Uint8Array(Buffer.concat((await Promise.all(records)).flat()));
  const lines: BundleLine[] = [];
  try {
    return await exchangeLines(access, body, lines);
  } catch (error) {
    return error instanceof Failure && error.exitCode !== exitCodes.unreachable ? 'refused' : 'broken';
  } finally {
    for (const { key = '', id } of lines) noteArrived(run, keys.get(key), id);
  }
}

async function exchangeLines(
  access: UploadSetup,
  body: Uint8Array<ArrayBuffer>,
  lines: BundleLine[],
): Promise<BundleEnding> {
  const headers = { ...access.headers, 'content-type': 'application/octet-stream' };
  const response = await sendRequest(bundleUrl(access), { method: 'POST', headers, body });
  if (!response.ok) {
    await response.body?.cancel();
    return response.status === 429 || response.status >= 500 ? 'broken' : 'refused';
  }
  let text = '';
  try {
    const decoder = new TextDecoder();
    for await (const bytes of response.body ?? []) text += decoder.decode(bytes, { stream: true });
  } finally {
    lines.push(...bundleLines(text));
  }
  return lines.some(({ code }) => code === 'server.unavailable') ? 'broken' : 'read';
}

function noteArrived({ access, progress, arrived }: BundleRun, task?: UploadTask, id?: string | null): void {
  if (!task || !id || arrived.has(task)) return;
  arrived.add(task);
  access.noteUrl?.(task.file, `${access.endpoint}/${id}`);
  progress.add(task.file.sizeBytes);
  progress.fileDone();
}

const bundleUrl = ({ endpoint }: UploadSetup): string => endpoint.replace(/tus$/, 'bundle');

/** Leaves out what can't be read, or has another size by now. */
async function recordOf(file: LocalFile, key: string, what: 'asking' | 'sending'): Promise<Uint8Array[]> {
  const head: BundleHead = { key, path: fileKey(file), size: file.sizeBytes };
  if (what === 'asking') return [formatHead({ ...head, ask: true })];
  const bytes = await readWhole(file).catch(() => null);
  if (bytes?.length !== file.sizeBytes) return [];
  return [formatHead({ ...head, modified: file.modifiedMs ?? undefined }), bytes];
}

async function readWhole({ place, slices, sizeBytes }: LocalFile): Promise<Buffer> {
  if (!slices) return fs.readFile(place.bytes);
  const parts: Uint8Array[] = [];
  for await (const part of slices(0, sizeBytes)) parts.push(part);
  return Buffer.concat(parts);
}
