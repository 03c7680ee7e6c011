import 'server-only';
import { customAlphabet } from 'nanoid';
import { AppError } from '@/lib/contract/errors';

/** 32 characters of base58: 187 bits, without look-alikes and characters to escape. */
export const newId = customAlphabet('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz', 32);

const filesPerEnding = 256;

let ending = '';
let left = 0;

/**
 * The last two characters choose the disk's folder (disk-storage.ts). Consecutive ids share them, so that small files
 * stored together need one sync. The other thirty are random.
 */
export function newFileId(): string {
  if (left === 0) {
    ending = newId().slice(-2);
    left = filesPerEnding;
  }
  left -= 1;
  return newId().slice(0, -ending.length) + ending;
}

/**
 * Every path and key passes here, as a last defence against ids that aren't ours.
 * @throws file.notFound
 */
export function checkedId(id: string): string {
  if (!/^[A-Za-z0-9_-]{8,80}$/.test(id)) throw new AppError('file.notFound');
  return id;
}

const only = 'only';
let id = newId();

/** Identifies this process to other nodes. Changes at each start. */
export const nodeId = (): string => id;

/**
 * For an embedded database, whose instance lock guarantees that the previous process has ended, so that its leases
 * count as ours.
 */
export function beOnlyNode(): void {
  id = only;
}

export const isOnlyNode = (): boolean => id === only;
