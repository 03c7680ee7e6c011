import type { UploadItem } from './upload-item';

/** What the server said, where it said the same of all that failed: then trying again is not the first thing to do. */
export function commonRefusal(items: readonly (UploadItem | undefined)[]): string | null {
  const failures = items.flatMap((item) => item?.failure ?? []);
  const said = new Set(failures.map((failure) => (failure.kind === 'refused' ? failure.message : null)));
  const [only = null] = said;
  return said.size === 1 ? only : null;
}
