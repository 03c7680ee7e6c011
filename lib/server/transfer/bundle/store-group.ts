import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import { removeBytesSoon } from '@/lib/server/jobs/bytes';
import { checkFile, checkHead } from '@/lib/server/services/delivery/form-rules';
import { handleArrived } from '@/lib/server/services/file/arrived';
import { removeNow, scheduleRemovals } from '@/lib/server/services/form/removals';
import { existingShareQuota } from '@/lib/server/services/form/store';
import { checkTakesFiles } from '@/lib/server/services/upload/access';
import { createStored } from '@/lib/server/services/upload/create';
import {
  fileCreationKey,
  findRepeated,
  keyUsed,
  RepeatedCreation,
  repeatedAs,
} from '@/lib/server/services/upload/creation-key';
import type { UploadState } from '@/lib/server/services/upload/lease';
import { applicableRules, beginsSealedFile, isSealedFile } from '@/lib/server/services/upload/sealed-file';
import { finishBegun } from './finish-begun';
import { type GroupFile, type GroupPlace, groupFile, type RecordResult } from './group-file';
import type { BundleRecord } from './read-bundle';

/** Stores what arrived together: first all bytes with one round of syncs, then all rows in one statement. */
export async function storeGroup(place: GroupPlace, records: BundleRecord[]): Promise<RecordResult[]> {
  const { ctx } = place.authorization;
  const isSealed = await checkTakesFiles(ctx, place.destination);
  const keys = records.map(({ head }) => fileCreationKey(head.key));
  const there = await findRepeated(ctx.db, place.destination, keys);
  const results: RecordResult[] = [];
  const files: GroupFile[] = [];
  for (const [at, record] of records.entries()) {
    const known = there.get(keys[at] ?? '');
    const result = answerOf(record, known);
    if (result) results.push(result);
    else {
      const file = await groupFile(record);
      const refusal = known ? repeatedAs(known, file.file) : await refusalOf(place, file, isSealed);
      if (refusal) results.push(await resultOf(place, file, refusal));
      else files.push(file);
    }
  }
  return [...results, ...(await storeAll(place, files))];
}

/** Null for a record that has to be stored. */
function answerOf({ head, problem }: BundleRecord, known: UploadState | undefined): RecordResult | null {
  if (problem) return { key: head.key, error: problem };
  return head.ask ? { key: head.key, id: known?.complete ? known.id : null } : null;
}

/** Spares the writing of a file that would be refused later. */
async function refusalOf(
  place: GroupPlace,
  { file, bytes }: GroupFile,
  isSealed: boolean,
): Promise<AppError | null> {
  const { ctx } = place.authorization;
  const { sizeBytes, name } = file;
  const rules = applicableRules(ctx.alias?.form, isSealed);
  try {
    checkFile(rules, file);
    checkHead(rules, name, bytes);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  if (isSealed && !(isSealedFile(file) && beginsSealedFile(name, bytes)))
    return new AppError('upload.notSealed');
  const isTight = () => (place.room.bytes < sizeBytes ? 'bytes' : place.room.files < 1 ? 'files' : null);
  if (isTight()) place.room = await existingShareQuota(ctx, place.destination.shareId);
  const over = isTight();
  if (over) return inBundle(await place.room.refusal(over, { bytes: sizeBytes, files: 1 }));
  place.room.bytes -= sizeBytes;
  place.room.files -= 1;
  return null;
}

/** The same limit as of a form, which saves nothing when it is exceeded. */
const inBundle = (refusal: AppError): AppError =>
  refusal.code === 'form.tooLarge' ? new AppError('upload.tooLarge', refusal.values) : refusal;

async function storeAll(place: GroupPlace, files: GroupFile[]): Promise<RecordResult[]> {
  if (files.length === 0) return [];
  const { ctx } = place.authorization;
  await scheduleRemovals(
    ctx,
    files.map(({ id }) => id),
  );
  const failures = new Map<GroupFile, unknown>();
  const writing = files.map((file) =>
    ctx.storage.storeWhole(file.id, [file.bytes]).catch((error: unknown) => void failures.set(file, error)),
  );
  await Promise.all(writing);
  const written = files.filter((file) => !failures.has(file));
  const { destination, addedBy } = place;
  const refusals = await createStored(
    ctx,
    written.map(({ id, file, creationKey, stored }) => ({
      id,
      file,
      creationKey,
      stored,
      destination,
      addedBy,
    })),
  );
  for (const [at, file] of written.entries()) if (refusals[at]) failures.set(file, refusals[at]);
  const created = files.filter((file) => !failures.has(file));
  handleArrived(
    ctx,
    created.map(({ id, file, stored }) => ({ ...file, id, sha256: stored.sha256 })),
  );
  if (failures.size > 0) await removeBytes(ctx, [...failures.keys()]);
  return Promise.all(
    files.map((file) =>
      failures.has(file) ? resultOf(place, file, failures.get(file)) : { key: file.key, id: file.id },
    ),
  );
}

/** A failure leaves the bytes to the scheduled removal. */
async function removeBytes(ctx: Context, files: GroupFile[]): Promise<void> {
  try {
    await removeNow(
      ctx,
      files.map(({ id }) => id),
    );
    removeBytesSoon(ctx);
  } catch (error) {
    ctx.log.warn({ err: error }, 'bytes of refused files stay until they expire');
  }
}

/** A file that its key has made before is answered as it was then, if it is the same. */
async function resultOf(place: GroupPlace, file: GroupFile, failure: unknown): Promise<RecordResult> {
  const { key } = file;
  if (!(failure instanceof RepeatedCreation)) return { key, error: failure };
  const { upload } = failure;
  try {
    if (!upload.complete) await finishBegun(place, upload.id, file);
    else if (upload.crc32 !== file.stored.crc32) throw keyUsed();
    return { key, id: upload.id };
  } catch (error) {
    return { key, error };
  }
}
