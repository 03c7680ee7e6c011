import 'server-only';
import fs from 'node:fs';
import path from 'node:path';
import { maxCount } from '@/lib/domain/limits';
import { matchesHash } from '@/lib/server/auth/password';
import { BadConfiguration } from '@/lib/server/config';
import { isOfDisk } from '../names';
import {
  type ImportSource,
  type SourceItem,
  type SourceOptions,
  type SourcePassword,
  type SourceShare,
  validityBetween,
} from '../source';
import { type PsitransferBucket, type PsitransferFile, readBucket } from './psitransfer-bucket';

/** Reads PsiTransfer's data: a folder for each bucket with a JSON file beside each file. */
export function openPsitransfer(
  folder: string,
  settings: { maxAgeMs: number },
  { now }: SourceOptions,
): ImportSource {
  if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new BadConfiguration(`${folder} is not a folder.`);
  checkBuckets(folder);
  return {
    product: 'psitransfer',
    countOwnerless: () => bucketNames(folder).filter(({ isFolder }) => isFolder).length,
    items: () => items(folder, settings.maxAgeMs, now),
    stamp: () =>
      bucketNames(folder)
        .map(({ name }) => fs.statSync(Buffer.concat([Buffer.from(`${folder}/`), name])).mtimeMs)
        .join(),
    close: () => undefined,
  };
}

function checkBuckets(folder: string): void {
  const buckets = bucketNames(folder).filter(({ isFolder }) => isFolder);
  const namesIn = (name: Buffer) => fs.readdirSync(Buffer.concat([Buffer.from(`${folder}/`), name]));
  if (buckets.length === 0 || buckets.some(({ name }) => namesIn(name).some((one) => one.endsWith('.json'))))
    return;
  throw new BadConfiguration(`${folder} is not PsiTransfer’s: none of its folders holds a JSON file.`);
}

/** Names are buffers, because they may be invalid UTF-8. */
function bucketNames(folder: string) {
  return fs
    .readdirSync(folder, { withFileTypes: true, encoding: 'buffer' })
    .map((entry) => ({ name: entry.name as unknown as Buffer, isFolder: entry.isDirectory() }))
    .filter(({ name }) => !isOfDisk(name.toString()))
    .sort((one, other) => Buffer.compare(one.name, other.name));
}

async function* items(folder: string, maxAgeMs: number, now: Date): AsyncGenerator<SourceItem> {
  for (const { name, isFolder } of bucketNames(folder)) {
    const sid = name.toString();
    if (!isFolder) {
      if (sid.startsWith('.')) continue;
      yield {
        remark: { kind: 'file', oldId: sid, reason: 'orphan', text: 'not in any bucket' },
      };
    } else if (Buffer.compare(Buffer.from(sid), name) !== 0) {
      const text = 'its folder’s name is not UTF-8';
      yield { remark: { kind: 'share', oldId: sid, reason: 'nameNotUtf8', text } };
    } else yield* bucketItems(readBucket(path.join(folder, sid), { sid, maxAgeMs, now }));
  }
}

async function* bucketItems({ sid, files, remarks }: PsitransferBucket): AsyncGenerator<SourceItem> {
  for (const remark of remarks) yield { remark };
  if (files.length === 0) return;
  const password = await passwordOf(files);
  if (password === 'none opens all') {
    const text = 'its files have different passwords, so nobody could open it. It comes unpublished';
    yield { remark: { kind: 'share', oldId: sid, text } };
  }
  if (files.some(({ isOnce }) => isOnce)) {
    const text = 'has one-time files. The whole share now has one view';
    yield { remark: { kind: 'share', oldId: sid, text } };
  }
  yield { share: shareOf(sid, files, password) };
}

function shareOf(sid: string, files: PsitransferFile[], password: BucketPassword): SourceShare {
  const createdAt = new Date(Math.min(...files.map(({ file }) => file.createdAt.getTime())));
  const publishUntil = new Date(Math.max(...files.map(({ endsAt }) => endsAt)));
  const lastAccess = Math.max(...files.map(({ lastDownload }) => lastDownload));
  const comments = files
    .filter(({ comment }) => comment !== '')
    .map(({ file, comment }) => `${file.name}: ${comment}`);
  return {
    oldId: sid,
    ownerId: null,
    aliasId: null,
    description: comments.join('\n\n') || null,
    password: password === 'none opens all' ? null : password,
    maxViews: files.some(({ isOnce }) => isOnce) ? 1 : maxCount,
    validityMs: validityBetween(createdAt, publishUntil),
    createdAt,
    publication: {
      linkId: sid,
      enabled: password !== 'none opens all',
      views: 0,
      publishedAt: createdAt,
      publishUntil,
      lastAccessAt: lastAccess > 0 ? new Date(lastAccess) : null,
    },
    files: files.map(({ file }) => file),
  };
}

type BucketPassword = SourcePassword | null | 'none opens all';

/** PsiTransfer has a password per file and opens a bucket only with all of them. */
async function passwordOf(files: PsitransferFile[]): Promise<BucketPassword> {
  const given = files.map(({ password }) => password).filter((one) => one !== null);
  const hashes = given.filter((one) => one.startsWith('$argon2'));
  const [text, ...others] = new Set(given.filter((one) => !one.startsWith('$argon2')));
  if (others.length > 0) return 'none opens all';
  if (text === undefined) return hashes.length === 0 ? null : { hash: hashes.join(' ') };
  for (const hash of hashes) if (!(await matchesHash(hash, text))) return 'none opens all';
  return { text };
}
