import type { UploadItem } from './upload-item';

/** Returns the server's message when all failed files have the same one: retrying is then not the first thing to do. */
export function commonRefusal(items: readonly (UploadItem | undefined)[]): string | null {
  const failures = items.flatMap((item) => item?.failure ?? []);
  const messages = new Set(failures.map((failure) => (failure.kind === 'refused' ? failure.message : null)));
  const [only = null] = messages;
  return messages.size === 1 ? only : null;
}
