import 'server-only';
import fs from 'node:fs';
import path from 'node:path';
import argon2 from 'argon2';
import { maxCount } from '@/lib/domain/limits';
import { BadConfiguration } from '@/lib/server/config';
import {
  type Item,
  type Reading,
  type Source,
  type SourcePassword,
  type SourceShare,
  validity,
} from '../source';
import { type Bucket, readBucket, type Whole } from './psitransfer-bucket';

/** PsiTransfer: a folder for each bucket, in it the bytes of each file with a JSON file beside them; no accounts. */
export function openPsitransfer(folder: string, settings: { maxAgeMs: number }, { now }: Reading): Source {
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

/** An empty one is fine; one of something else would only be a list of what isn't known. */
function checkBuckets(folder: string): void {
  const buckets = bucketNames(folder).filter(({ isFolder }) => isFolder);
  const namesIn = (name: Buffer) => fs.readdirSync(Buffer.concat([Buffer.from(`${folder}/`), name]));
  if (buckets.length === 0 || buckets.some(({ name }) => namesIn(name).some((one) => one.endsWith('.json'))))
    return;
  throw new BadConfiguration(`${folder} is not PsiTransfer’s: none of its folders holds a JSON file.`);
}

/** Names as bytes, because what isn't UTF-8 can't be named otherwise. */
function bucketNames(folder: string) {
  return fs
    .readdirSync(folder, { withFileTypes: true, encoding: 'buffer' })
    .map((entry) => ({ name: entry.name as unknown as Buffer, isFolder: entry.isDirectory() }))
    .sort((one, other) => Buffer.compare(one.name, other.name));
}

async function* items(folder: string, maxAgeMs: number, now: Date): AsyncGenerator<Item> {
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

async function* bucketItems({ sid, whole, remarks }: Bucket): AsyncGenerator<Item> {
  for (const remark of remarks) yield { remark };
  if (whole.length === 0) return;
  const password = await passwordOf(whole);
  if (password === 'none opens all') {
    const text = 'its files have different passwords, so nobody could open it. It comes unpublished';
    yield { remark: { kind: 'share', oldId: sid, text } };
  }
  if (whole.some(({ isOnce }) => isOnce)) {
    const text = 'has one-time files. The whole share now has one view';
    yield { remark: { kind: 'share', oldId: sid, text } };
  }
  yield { share: shareOf(sid, whole, password) };
}

function shareOf(sid: string, whole: Whole[], password: Password): SourceShare {
  const createdAt = new Date(Math.min(...whole.map(({ file }) => file.createdAt.getTime())));
  const publishUntil = new Date(Math.max(...whole.map(({ endsAt }) => endsAt)));
  const lastAccess = Math.max(...whole.map(({ lastDownload }) => lastDownload));
  const comments = whole
    .filter(({ comment }) => comment !== '')
    .map(({ file, comment }) => `${file.name}: ${comment}`);
  return {
    oldId: sid,
    ownerId: null,
    aliasId: null,
    description: comments.join('\n\n') || null,
    password: password === 'none opens all' ? null : password,
    maxViews: whole.some(({ isOnce }) => isOnce) ? 1 : maxCount,
    validityMs: validity(createdAt, publishUntil),
    createdAt,
    publication: {
      linkId: sid,
      enabled: password !== 'none opens all',
      views: 0,
      publishedAt: createdAt,
      publishUntil,
      lastAccessAt: lastAccess > 0 ? new Date(lastAccess) : null,
    },
    files: whole.map(({ file }) => file),
  };
}

type Password = SourcePassword | null | 'none opens all';

/** There each file has its own, and all of them must be given at once to open the bucket. */
async function passwordOf(whole: Whole[]): Promise<Password> {
  const given = whole.map(({ password }) => password).filter((one) => one !== null);
  const hashes = given.filter((one) => one.startsWith('$argon2'));
  const [text, ...others] = new Set(given.filter((one) => !one.startsWith('$argon2')));
  if (others.length > 0) return 'none opens all';
  if (text === undefined) return hashes.length === 0 ? null : { hash: hashes.join(' ') };
  for (const hash of hashes) if (!(await argon2.verify(hash, text))) return 'none opens all';
  return { text };
}
