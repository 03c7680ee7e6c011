/** Files and words received from another app, stored in the browser's private file system until they are sent. */
export type ShareManifest = {
  at: number;
  words: { title?: string; text?: string; url?: string };
  files: SharedFile[];
};
export type StoredShare = ShareManifest & { name: string };
export type SharedFile = { place: string; name: string; type: string };

const folderName = 'shared-in';
const manifestName = 'about.json';
const dayMs = 24 * 3600_000;
const maxAgeMs = 7 * dayMs;

type SharesFolder = FileSystemDirectoryHandle & AsyncIterable<[string, FileSystemDirectoryHandle]>;

export async function openSharesFolder(): Promise<SharesFolder> {
  const root = await navigator.storage.getDirectory();
  return (await root.getDirectoryHandle(folderName, { create: true })) as SharesFolder;
}

export async function writeManifest(
  folder: FileSystemDirectoryHandle,
  manifest: ShareManifest & { sentAt?: number },
) {
  const file = await (await folder.getFileHandle(manifestName, { create: true })).createWritable();
  await file.write(JSON.stringify(manifest));
  await file.close();
}

async function readManifest(
  folder: FileSystemDirectoryHandle,
): Promise<(ShareManifest & { sentAt?: number }) | null> {
  try {
    return JSON.parse(await (await (await folder.getFileHandle(manifestName)).getFile()).text());
  } catch {
    return null; // still being written, or aborted
  }
}

/**
 * Lists unsent shares, oldest first. Deletes sent ones after a day, because an upload may still read them, and unsent
 * ones after a week.
 */
export async function listUnsent(now: number): Promise<StoredShare[]> {
  const all = await openSharesFolder();
  const found: StoredShare[] = [];
  for await (const [name, folder] of all) {
    const manifest = await readManifest(folder);
    const isOver =
      manifest && (manifest.sentAt ? now - manifest.sentAt > dayMs : now - manifest.at > maxAgeMs);
    if (isOver) await all.removeEntry(name, { recursive: true });
    else if (manifest && !manifest.sentAt) found.push({ ...manifest, name });
  }
  return found.sort((a, b) => a.at - b.at);
}

export async function readFiles(shared: StoredShare): Promise<File[]> {
  const folder = await (await openSharesFolder()).getDirectoryHandle(shared.name);
  const read = async ({ place, name, type }: SharedFile) => {
    const file = await (await folder.getFileHandle(place)).getFile();
    return new File([file], name, { type, lastModified: shared.at });
  };
  return Promise.all(shared.files.map(read));
}

export async function markSent(shared: StoredShare, now: number): Promise<void> {
  const { name, ...manifest } = shared;
  await writeManifest(await (await openSharesFolder()).getDirectoryHandle(name), {
    ...manifest,
    sentAt: now,
  });
}

export async function discardShare({ name }: { name: string }): Promise<void> {
  await (await openSharesFolder()).removeEntry(name, { recursive: true });
}
