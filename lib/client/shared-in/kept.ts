/** Files and words that another app has shared to this one, in the browser's own file system until they are sent. */
export type SharedIn = {
  at: number;
  words: { title?: string; text?: string; url?: string };
  files: SharedFile[];
};
export type SharedFile = { place: string; name: string; type: string };

const folderName = 'shared-in';
const aboutName = 'about.json';
const dayMs = 24 * 3600_000;
const keptMs = 7 * dayMs;

type Folder = FileSystemDirectoryHandle & AsyncIterable<[string, FileSystemDirectoryHandle]>;

export async function folderOfAll(): Promise<Folder> {
  const root = await navigator.storage.getDirectory();
  return (await root.getDirectoryHandle(folderName, { create: true })) as Folder;
}

export async function writeAbout(folder: FileSystemDirectoryHandle, about: SharedIn & { sentAt?: number }) {
  const file = await (await folder.getFileHandle(aboutName, { create: true })).createWritable();
  await file.write(JSON.stringify(about));
  await file.close();
}

async function aboutOf(folder: FileSystemDirectoryHandle): Promise<(SharedIn & { sentAt?: number }) | null> {
  try {
    return JSON.parse(await (await (await folder.getFileHandle(aboutName)).getFile()).text());
  } catch {
    return null; // still on its way, or broken off
  }
}

/**
 * What waits to be sent, the oldest first. What was sent goes after a day, because the upload may still read it; what
 * nobody wanted after a week.
 */
export async function waiting(now: number): Promise<(SharedIn & { name: string })[]> {
  const all = await folderOfAll();
  const found: (SharedIn & { name: string })[] = [];
  for await (const [name, folder] of all) {
    const about = await aboutOf(folder);
    const isOver = about && (about.sentAt ? now - about.sentAt > dayMs : now - about.at > keptMs);
    if (isOver) await all.removeEntry(name, { recursive: true });
    else if (about && !about.sentAt) found.push({ ...about, name });
  }
  return found.sort((a, b) => a.at - b.at);
}

export async function filesOf(shared: SharedIn & { name: string }): Promise<File[]> {
  const folder = await (await folderOfAll()).getDirectoryHandle(shared.name);
  const read = async ({ place, name, type }: SharedFile) => {
    const file = await (await folder.getFileHandle(place)).getFile();
    return new File([file], name, { type, lastModified: shared.at });
  };
  return Promise.all(shared.files.map(read));
}

export async function markSent(shared: SharedIn & { name: string }, now: number): Promise<void> {
  const { name, ...about } = shared;
  await writeAbout(await (await folderOfAll()).getDirectoryHandle(name), { ...about, sentAt: now });
}

export async function discard({ name }: { name: string }): Promise<void> {
  await (await folderOfAll()).removeEntry(name, { recursive: true });
}
