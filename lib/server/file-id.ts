import 'server-only';
import { newId } from './container';

/** Enough that most files of one upload share one, few enough that folders fill evenly. */
const filesPerEnding = 256;

let ending = '';
let left = 0;

/**
 * An id for a file. The disk's folders go by its last two characters (`storage/disk/disk-storage.ts`), which files that come one
 * after the other have in common: small ones that are stored together then need one folder synced, not one each. The
 * other thirty can't be guessed either.
 */
export function newFileId(): string {
  if (left === 0) {
    ending = newId().slice(-2);
    left = filesPerEnding;
  }
  left -= 1;
  return newId().slice(0, -ending.length) + ending;
}
