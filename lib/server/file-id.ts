import 'server-only';
import { newId } from './container';

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
