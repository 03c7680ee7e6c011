import 'server-only';
import { ListMultipartUploadsCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import type { Leftover, StoredItem } from '../port';
import { type Bucket, folders } from './bucket';
import { translateBucketErrors } from './errors';
import type { BucketDeps } from './lazy-upload';

export async function* listFiles(bucket: Bucket): AsyncGenerator<StoredItem> {
  for await (const { key, sizeBytes, modifiedAt } of objectsBelow(bucket, folders.files)) {
    yield { fileId: key.slice(folders.files.length), sizeBytes, modifiedAt, isWhole: true };
  }
}

/** Lists tails and multipart uploads without a row, left by a process that ended in between. */
export async function* listLeftovers(deps: BucketDeps, before: Date): AsyncGenerator<Leftover> {
  yield* unknownUploads(deps, before);
  yield* unknownTails(deps, before);
}

async function* unknownUploads({ bucket, rows }: BucketDeps, before: Date): AsyncGenerator<Leftover> {
  for await (const uploads of inGroups(uploadsBelow(bucket, folders.files))) {
    const { uploadIds } = await rows.knownIds(uploads.map(({ key }) => key.slice(folders.files.length)));
    for (const { key, uploadId, begunAt } of uploads) {
      if (begunAt >= before || uploadIds.has(uploadId)) continue;
      yield { name: `${key} (upload ${uploadId})`, remove: () => bucket.abortMultipart(key, uploadId) };
    }
  }
}

async function* unknownTails({ bucket, rows }: BucketDeps, before: Date): AsyncGenerator<Leftover> {
  for await (const tails of inGroups(objectsBelow(bucket, folders.tails))) {
    const { tailKeys } = await rows.knownIds(tails.map(({ key }) => key.split('/')[1] ?? ''));
    for (const { key, modifiedAt } of tails) {
      if (modifiedAt >= before || tailKeys.has(key)) continue;
      yield { name: key, remove: () => bucket.remove(key) };
    }
  }
}

export async function* objectsBelow({ client, name, prefix }: Bucket, folder: string) {
  let from: string | undefined;
  do {
    const page = { Bucket: name, Prefix: prefix + folder, ...(from && { ContinuationToken: from }) };
    const { Contents = [], NextContinuationToken } = await translateBucketErrors(() =>
      client.send(new ListObjectsV2Command(page)),
    );
    for (const { Key = '', Size = 0, LastModified = new Date() } of Contents) {
      yield { key: Key.slice(prefix.length), sizeBytes: Size, modifiedAt: LastModified };
    }
    from = NextContinuationToken;
  } while (from);
}

async function* uploadsBelow({ client, name, prefix }: Bucket, folder: string) {
  let markers: { KeyMarker: string; UploadIdMarker: string } | null = null;
  do {
    const page: ListMultipartUploadsCommand = new ListMultipartUploadsCommand({
      Bucket: name,
      Prefix: prefix + folder,
      ...markers,
    });
    const {
      Uploads = [],
      IsTruncated,
      NextKeyMarker,
      NextUploadIdMarker,
    } = await translateBucketErrors(() => client.send(page));
    for (const { Key = '', UploadId = '', Initiated = new Date() } of Uploads) {
      yield { key: Key.slice(prefix.length), uploadId: UploadId, begunAt: Initiated };
    }
    markers =
      IsTruncated && NextKeyMarker
        ? { KeyMarker: NextKeyMarker, UploadIdMarker: NextUploadIdMarker ?? '' }
        : null;
  } while (markers);
}

async function* inGroups<T>(all: AsyncIterable<T>): AsyncGenerator<T[]> {
  let group: T[] = [];
  for await (const one of all) {
    group.push(one);
    if (group.length < 500) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
