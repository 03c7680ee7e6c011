import { createHash, type Hash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask, readAnswer } from '../call';
import { Failure, isSystemError } from '../failure';
import type { Progress } from '../progress';
import type { ListedFile } from './listed-files';

export type Source = { url: string; headers: Record<string, string>; retryDelays: number[] };

const longestWaitMs = 60_000;

/**
 * Gets one file. What has arrived lies beside its place until the whole is there and its SHA-256 is right; only then has
 * it its name. @throws Failure
 */
export async function downloadFile(source: Source, file: ListedFile, place: string, progress: Progress) {
  if (await isThere(file, place)) {
    progress.add(file.size);
    return progress.fileDone();
  }
  const part = path.join(path.dirname(place), `.slipway-${file.id}.part`);
  const hash = createHash('sha256');
  let have = await alreadyIn(part, file, hash);
  progress.add(have);
  for (let tries = 0; have < file.size; ) {
    const before = have;
    const failure = await fetchRest(source, { file, part, hash, have }, (bytes) => {
      have += bytes;
      progress.add(bytes);
    });
    if (have === file.size) break;
    tries = have > before ? 0 : tries + 1;
    const wait = source.retryDelays[tries];
    if (wait === undefined) throw failure;
    await sleep(Math.min(Math.max(wait, 200), longestWaitMs));
  }
  if (file.size === 0) fs.writeFileSync(part, '');
  check(file, part, hash.digest('hex'));
  // Half a microsecond more, because Node cuts what a number of seconds can't hold exactly.
  fs.utimesSync(part, new Date(), (file.lastModified ?? file.created) / 1000 + 5e-7);
  fs.renameSync(part, place);
  progress.fileDone();
}

/** @throws Failure for another file of that name, which stays as it is */
async function isThere(file: ListedFile, place: string): Promise<boolean> {
  const stats = fs.lstatSync(place, { throwIfNoEntry: false });
  if (!stats) return false;
  const isSame = stats.isFile() && stats.size === file.size && (await sha256Of(place)) === file.checksum;
  if (!isSame) throw new Failure(`${place} already exists and is a different file. Nothing was changed.`);
  return true;
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(fs.createReadStream(file), hash);
  return hash.digest('hex');
}

/** How much an earlier run has left, read into the sum. */
async function alreadyIn(part: string, file: ListedFile, hash: Hash): Promise<number> {
  const stats = fs.lstatSync(part, { throwIfNoEntry: false });
  if (!stats) return 0;
  if (!stats.isFile() || stats.size > file.size) {
    fs.rmSync(part, { force: true });
    return 0;
  }
  for await (const chunk of fs.createReadStream(part)) hash.update(chunk as Buffer);
  return stats.size;
}

type Rest = { file: ListedFile; part: string; hash: Hash; have: number };

/** @returns why no more came, which may be better later */
async function fetchRest(source: Source, rest: Rest, got: (bytes: number) => void): Promise<Failure> {
  const { file, part, have } = rest;
  const range = have === 0 ? {} : { range: `bytes=${have}-`, 'if-range': `"${file.checksum}"` };
  let response: Response;
  try {
    response = await ask(source.url, { headers: { ...source.headers, ...range } });
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
  return write(response, rest, got);
}

async function write(response: Response, { file, part, hash, have }: Rest, got: (bytes: number) => void) {
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

function check({ filename, checksum }: ListedFile, part: string, sum: string): void {
  if (checksum === '' || checksum === sum) return;
  fs.rmSync(part);
  throw new Failure(`${filename} arrived damaged (wrong SHA-256) and was not kept. Run the command again.`);
}
