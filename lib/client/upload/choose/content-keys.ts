import { keyOf, type PickedFile, traitsKey, type UploadItem } from '@/lib/client/upload/upload-item';
import { crc32Of } from '@/lib/domain/file/crc32';

/** Larger files are compared by samples of this size from beginning, middle and end. */
const sampleBytes = 256 * 1024;

export type FindAlike = (one: PickedFile) => readonly UploadItem[];

/** Adds content keys to files with the same path, name, size and time. Phones share thirty photos as `image.jpg`. */
export async function addContentKeys(picked: readonly PickedFile[], alike: FindAlike): Promise<PickedFile[]> {
  const counts = new Map<string, number>();
  for (const one of picked) counts.set(traitsKey(one), (counts.get(traitsKey(one)) ?? 0) + 1);
  const keyed: PickedFile[] = [];
  for (const one of picked) {
    const known = alike(one);
    const isTwin = known.length > 0 || counts.get(traitsKey(one)) !== 1;
    keyed.push(isTwin ? { ...one, key: await keyAmong(known, one) } : one);
  }
  return keyed;
}

async function keyAmong(known: readonly UploadItem[], one: PickedFile): Promise<string> {
  const sum = await sumOf(one.file);
  for (const { file, key } of known) if ((await sumOf(file)) === sum) return key;
  return JSON.stringify([keyOf(one), sum]);
}

const sums = new WeakMap<File, Promise<number>>();

function sumOf(file: File): Promise<number> {
  const known = sums.get(file);
  if (known) return known;
  const sum = sampled(file).catch(() => Number.NaN); // sending it says that it can't be read
  sums.set(file, sum);
  return sum;
}

async function sampled(file: File): Promise<number> {
  const last = Math.max(0, file.size - sampleBytes);
  let sum = 0;
  for (const start of new Set([0, Math.floor(last / 2), last])) {
    const bytes = await file.slice(start, start + sampleBytes).arrayBuffer();
    sum = crc32Of(new Uint8Array(bytes), sum);
  }
  return sum;
}
