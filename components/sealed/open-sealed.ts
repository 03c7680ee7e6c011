import { type FileSource, fileLinks } from '@/components/files/zip/file-links';
import { openManifestText } from '@/lib/client/sealed/manifest-store';
import { openInWorker } from '@/lib/client/sealed/open-in-worker';
import type { WorkerFile } from '@/lib/client/sealed/worker/worker-share';
import type { ShareFile } from '@/lib/contract/share/file';
import { isRemoved } from '@/lib/domain/sealed/chain';
import { isSealedName, plainSize } from '@/lib/domain/sealed/layout';
import type { Manifest, SealedEntry } from '@/lib/domain/sealed/manifest';
import type { ShareKey } from '@/lib/domain/sealed/share-key';

export type SealedContent = {
  manifest: Manifest;
  /** As the manifest names them. */
  files: ShareFile[];
  source: FileSource;
  /** The server shows a state before one that this browser has seen. */
  isOlder: boolean;
  /** Named by the manifest, and not on the server. */
  missing: readonly SealedEntry[];
  /** By the file's ID: which entry of the manifest names it. */
  salts: ReadonlyMap<string, string>;
};

/** A sealed share as the server has it. */
export type ServerShare = { manifest: string | null; files: readonly ShareFile[]; source: FileSource };

/** Opens names and words, and hands the key to the service worker. @throws {UnsealError} for another key */
export async function openSealedShare(
  key: ShareKey,
  { manifest: text, files: all, source }: ServerShare,
  unnamed: string,
): Promise<SealedContent> {
  const { manifest, isOlder } = await openManifestText(key, text);
  // What the sender has removed stays removed, whatever the server keeps.
  const stored = all.filter(({ filename }) => !isRemoved(manifest, saltIn(filename)));
  const entries = new Map(manifest.files.map((entry) => [`${entry.salt}.sealed`, entry]));
  const named = stored.map((file) => ({ file, entry: entries.get(file.filename) }));
  const files = named.map(({ file, entry }) => namedFile(file, entry, unnamed));
  const present = new Set(stored.map(({ filename }) => filename));
  const token = crypto.randomUUID();
  const { download, preview } = fileLinks(source, token);
  const workerFiles = named.flatMap(({ file, entry = unnamedEntry(file, unnamed) }) =>
    entry ? workerFile(file, entry) : [],
  );
  const title = manifest.title || workerFiles[0]?.name || unnamed;
  await openInWorker({ token, title, key: key.bytes, files: workerFiles, download, preview });
  const pictures = new Set(workerFiles.filter(({ picture }) => picture !== null).map(({ id }) => id));
  return {
    manifest,
    isOlder,
    files,
    source: { ...source, sealed: { token, pictures } },
    missing: manifest.files.filter(({ salt }) => !present.has(`${salt}.sealed`)),
    salts: new Map(stored.map(({ id, filename }) => [id, saltIn(filename)])),
  };
}

function namedFile(file: ShareFile, entry: SealedEntry | undefined, unnamed: string): ShareFile {
  const plain = { ...file, checksum: '', crc32: null };
  if (!entry) return { ...plain, filename: unnamed, size: plainSize(file.size) ?? file.size };
  const { name: filename, path, size, type, modifiedMs: lastModified } = entry;
  const storedSize = file.complete ? size : Math.min(size, file.storedSize);
  return { ...plain, filename, path, size, storedSize, mimetype: type, lastModified };
}

const saltIn = (filename: string): string => filename.slice(0, -'.sealed'.length);

/** A file that no entry names opens by the salt in its name. */
function unnamedEntry({ filename, size: sealedBytes }: ShareFile, name: string): SealedEntry | null {
  const size = plainSize(sealedBytes);
  if (!isSealedName(filename) || size === null) return null;
  return { salt: saltIn(filename), path: '', name, size, type: '', modifiedMs: null };
}

const workerFile = ({ id, complete: isWhole }: ShareFile, entry: SealedEntry): WorkerFile => ({
  ...entry,
  id,
  isWhole,
  picture: entry.picture ?? null,
});

type ReadPage = (from: string | undefined) => Promise<{ items: ShareFile[]; next: string | null }>;

/** All files of a share that is too long for one answer. On the server a sealed share has no folders. */
export async function allFiles(readPage: ReadPage): Promise<ShareFile[]> {
  const files: ShareFile[] = [];
  let from: string | undefined;
  do {
    const page = await readPage(from);
    files.push(...page.items);
    from = page.next ?? undefined;
  } while (from);
  return files;
}
