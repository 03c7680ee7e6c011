import { createHash, type Hash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { UnsealError } from '@/lib/domain/sealed/unseal';
import { readAnswer, sendRequest } from '../call';
import { Failure, isSystemError } from '../failure';
import type { ProgressBar } from '../progress';
import type { ListedFile } from './listed-files';
import type { WiredFile } from './sealed-files';
import type { Wire } from './wire';

export type DownloadSource = { url: string; headers: Record<string, string>; retryDelays: number[] };

const maxWaitMs = 60_000;

/**
 * Downloads into a part file, which gets its name when it is complete and its SHA-256 matches.
 * @throws Failure
 */
export async function downloadFile(
  source: DownloadSource,
  file: WiredFile,
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
  if (file.wire.localBytes === 0) fs.writeFileSync(part, '');
  verifyChecksum(file, part, hash.digest('hex'));
  // Half a microsecond more, because Node truncates seconds that a number can't hold exactly.
  fs.utimesSync(part, new Date(), (file.lastModified ?? file.created) / 1000 + 5e-7);
  fs.renameSync(part, target);
  progress.fileDone();
}

async function isDownloaded({ wire, checksum }: WiredFile, target: string): Promise<boolean> {
  const stats = fs.lstatSync(target, { throwIfNoEntry: false });
  if (!stats) return false;
  const isSame =
    stats.isFile() && stats.size === wire.localBytes && (await sha256Of(wire, target)) === checksum;
  if (!isSame) throw new Failure(`${target} already exists and is a different file. Nothing was changed.`);
  return true;
}

async function sha256Of(wire: Wire, target: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const sent of wire.sentOf(target, wire.localBytes)) hash.update(sent);
  return hash.digest('hex');
}

async function readPartFile(part: string, { wire }: WiredFile, hash: Hash): Promise<number> {
  const stats = fs.lstatSync(part, { throwIfNoEntry: false });
  if (!stats) return 0;
  if (!stats.isFile() || stats.size > wire.localBytes) {
    fs.rmSync(part, { force: true });
    return 0;
  }
  const usable = wire.usable(stats.size);
  if (usable < stats.size) fs.truncateSync(part, usable);
  let have = 0;
  for await (const sent of wire.sentOf(part, usable)) {
    hash.update(sent);
    have += sent.length;
  }
  return have;
}

type PartialDownload = { file: WiredFile; part: string; hash: Hash; have: number };

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
    const body = response.body ?? new ReadableStream<Uint8Array>();
    for await (const { sent, local } of file.wire.receive(body, have)) {
      left -= sent.length;
      if (left < 0) throw new Failure(`${file.filename}: more bytes came than the server had said.`);
      const writing = appendAll(handle, local);
      hash.update(sent); // while a thread writes
      await writing;
      got(sent.length);
    }
    return new Failure(`The connection ended early: ${file.filename}`, 'unreachable');
  } catch (error) {
    if (error instanceof UnsealError) throw notKept(part, `${file.filename} was changed after it was sealed`);
    const isOurs = error instanceof Failure || (isSystemError(error) && error.syscall === 'write');
    if (isOurs) throw error;
    return new Failure(`The connection broke: ${(error as Error).message}`, 'unreachable');
  } finally {
    await handle.close();
  }
}

async function appendAll(handle: fs.promises.FileHandle, parts: Uint8Array[]): Promise<void> {
  const { bytesWritten } = await handle.writev(parts);
  const bytes = parts.reduce((sum, { length }) => sum + length, 0);
  if (bytesWritten < bytes) await handle.appendFile(Buffer.concat(parts).subarray(bytesWritten)); // a disk that fills up
}

function verifyChecksum({ filename, checksum }: ListedFile, part: string, sum: string): void {
  if (checksum !== '' && checksum !== sum) throw notKept(part, `${filename} arrived damaged (wrong SHA-256)`);
}

function notKept(part: string, what: string): Failure {
  fs.rmSync(part, { force: true });
  return new Failure(`${what} and was not kept. Run the command again.`);
}
