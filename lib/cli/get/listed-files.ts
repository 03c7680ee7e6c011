import type { ShareFile } from '@/lib/contract/share/file';
import { Failure } from '../failure';

export type ListedFile = Pick<
  ShareFile,
  'id' | 'filename' | 'path' | 'size' | 'checksum' | 'created' | 'lastModified'
>;

/** Validates the server's answer, because links come from strangers. @throws Failure */
export function listedFiles(answer: unknown, host: string): ListedFile[] {
  const { files } = (answer ?? {}) as { files?: unknown };
  const listed = Array.isArray(files) ? files.filter(isComplete) : [];
  const ids = new Set(listed.map(({ id }) => id));
  if (!Array.isArray(files) || !listed.every(isListed) || ids.size < listed.length)
    throw new Failure(`${host} answers with a list of files that no Slipway server sends.`, 'unreachable');
  return listed;
}

const isComplete = (file: unknown): file is { id: unknown } =>
  typeof file === 'object' && file !== null && 'complete' in file && file.complete === true;

/** The ID becomes part of a local file name. */
const isListed = (file: { [Key in keyof ListedFile]?: unknown }): file is ListedFile =>
  typeof file.id === 'string' &&
  /^[\w-]{1,80}$/.test(file.id) &&
  typeof file.filename === 'string' &&
  typeof file.path === 'string' &&
  Number.isSafeInteger(file.size) &&
  Number(file.size) >= 0 &&
  /^([0-9a-f]{64})?$/.test(String(file.checksum)) &&
  isTimestamp(file.created) &&
  (file.lastModified === null || isTimestamp(file.lastModified));

export const isTimestamp = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(new Date(value).getTime());
