import 'server-only';
import { checkedId } from '../checked-id';

export const folders = { files: 'files/', tails: 'tails/' } as const;

/** A whole file, or one that is being joined. */
export const fileKey = (fileId: string): string => folders.files + checkedId(fileId);

/** Bytes that don't fill a part yet. Nobody writes to the same key twice, so nobody can spoil what another noted. */
export const tailKey = (fileId: string, position: number, mark: string): string =>
  `${folders.tails}${checkedId(fileId)}/${position}-${mark}`;
