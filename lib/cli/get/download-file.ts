import { createHash, type Hash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { readAnswer, sendRequest } from '../call';
import { Failure, isSystemError } from '../failure';
import type { ProgressBar } from '../progress';
import type { ListedFile } from './listed-files';

export type DownloadSource = { url: string; headers: Record<string, string>; retryDelays: number[] };

const maxWaitMs = 60_000;

/**
 * Downloads into a part file, which gets its name when it is complete and its SHA-256 matches.
 * @throws Failure
 */
export async function downloadFile(
  source: DownloadSource,
  file: ListedFile,
  target: string,
  progress: ProgressBar,
) {
  if (await isDownloaded(file, target)) {
    progress.add(file.size);
    return progress.fileDone();
  }
  const part = path.join(path.dirname(target), `.slipway-${file.id}.part`);
  const hash = createHash('sha256');
  let have = await readPartFile(part, file, hash);
  progress.add(have);
  for (let tries = 0; have < file.size; ) {
    const haveBefore = have;
    const failure = await fetchRest(source, { file, part, hash, have }, (bytes) => {
      have += bytes;
      progress.add(bytes);
    });
    if (have === file.size) break;
    tries = have > haveBefore ? 0 : tries + 1;
    const wait = source.retryDelays[tries];
    if (wait === undefined) throw failure;
    await sleep(Math.min(Math.max(wait, 200), maxWaitMs));
  }
  if (file.size === 0) fs.writeFileSync(part, '');
  verifyChecksum(file, part, hash.digest('hex'));
  // Half a microsecond more, because Node truncates seconds that a number can't hold exactly.
  fs.utimesSync(part, new Date(), (file.lastModified ?? file.created) / 1000 + 5e-7);
  fs.renameSync(part, target);
  progress.fileDone();
}

async function isDownloaded(file: ListedFile, target: string): Promise<boolean> {
  const stats = fs.lstatSync(target, { throwIfNoEntry: false });
  if (!stats) return false;
  const isSame = stats.isFile() && stats.size === file.size && (await sha256Of(target)) === file.checksum;
  if (!isSame) throw new Failure(`${target} already exists and is a different file. Nothing was changed.`);
  return true;
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(fs.createReadStream(file), hash);
  return hash.digest('hex');
}

async function readPartFile(part: string, file: ListedFile, hash: Hash): Promise<number> {
  const stats = fs.lstatSync(part, { throwIfNoEntry: false });
  if (!stats) return 0;
  if (!stats.isFile() || stats.size > file.size) {
    fs.rmSync(part, { force: true });
    return 0;
  }
  for await (const chunk of fs.createReadStream(part)) hash.update(chunk as Buffer);
  return stats.size;
}

type PartialDownload = { file: ListedFile; part: string; hash: Hash; have: number };

/** Returns the failure that ended the transfer; a retry may succeed. */
async function fetchRest(
  source: DownloadSource,
  rest: PartialDownload,
  got: (bytes: number) => void,
): Promise<Failure> {
  const { file, part, have } = rest;
  const range: Record<string, string> = have === 0 ? {} : { range: `bytes=${have}-` };
  const isSame = have === 0 ? {} : { 'if-range': `"${file.checksum}"` };
  let response: Response;
  try {
    const headers = { ...source.headers, ...range, ...isSame };
    response = await sendRequest(source.url, { headers }, range);
  } catch (error) {
    if (error instanceof Failure && error.exitCode === 5) return error;
    throw error;
  }
  if (response.status === 429 || response.status >= 500) {
    await response.body?.cancel();
    return new Failure(`${file.filename}: the server answers with status ${response.status}.`, 'unreachable');
  }
  if (!response.ok) await readAnswer(response);
  if (have > 0 && response.status !== 206)
    throw new Failure(`${file.filename} has changed on the server. Delete ${part} and start again.`);
  return appendBody(response, rest, got);
}

async function appendBody(
  response: Response,
  { file, part, hash, have }: PartialDownload,
  got: (bytes: number) => void,
) {
  let left = file.size - have;
  const handle = await fs.promises.open(part, 'a', 0o666);
  try {
    for await (const chunk of response.body ?? []) {
      left -= chunk.length;
      if (left < 0) throw new Failure(`${file.filename}: more bytes came than the server had said.`);
      await handle.appendFile(chunk);
      hash.update(chunk);
      got(chunk.length);
    }
    return new Failure(`The connection ended early: ${file.filename}`, 'unreachable');
  } catch (error) {
    if (error instanceof Failure) throw error;
    if (isSystemError(error) && error.syscall === 'write') throw error;
    return new Failure(`The connection broke: ${(error as Error).message}`, 'unreachable');
  } finally {
    await handle.close();
  }
}

function verifyChecksum({ filename, checksum }: ListedFile, part: string, sum: string): void {
  if (checksum === '' || checksum === sum) return;
  fs.rmSync(part);
  throw new Failure(`${filename} arrived damaged (wrong SHA-256) and was not kept. Run the command again.`);
}
