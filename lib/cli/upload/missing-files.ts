import type { ShareFile } from '@/lib/contract/share/file';
import type { share } from '@/lib/contract/share/share';
import type { ShareDetail } from '@/lib/contract/share/share-shapes';
import { CallRefusal, call } from '../call';
import { isBegunWith, removeUpload } from './begun-file';
import { fileKey, type LocalFile } from './local-files';
import type { UploadTask } from './upload-setup';

export type ShareAccess = { server: string; shareId: string; headers: Record<string, string> };
type MissingFiles = {
  tasks: UploadTask[];
  doneBytes: number;
  doneFiles: number;
  /** Files of the share that aren't among those that are sent. */
  others: ShareFile[];
};

/** Returns null when the share is gone, withdrawn or not to be read, or published with other files. */
export async function findMissingFiles(
  access: ShareAccess,
  files: LocalFile[],
): Promise<MissingFiles | null> {
  const { server, shareId } = access;
  const there = await getDetail(access);
  if (there === null) return null;
  const known = new Map(there.files.map((one) => [fileKey({ path: one.path, name: one.filename }), one]));
  const hasArrived = (file: LocalFile) => {
    const one = known.get(fileKey(file));
    return one?.complete && isSame(one, file);
  };
  if (there.publishInfo && !(there.publishInfo.enabled && files.every(hasArrived))) return null;
  const sent = new Set(files.map(fileKey));
  const others = [...known].flatMap(([key, one]) => (sent.has(key) ? [] : [one]));
  const arrived: MissingFiles = { tasks: [], doneBytes: 0, doneFiles: 0, others };
  for (const file of files) {
    const one = known.get(fileKey(file));
    const goesOn = one && (await isBeginning(access, one, file));
    if (one && !goesOn) {
      await removeFile(access, one);
      await file.sealAnew?.();
    }
    count(arrived, { file, one: one && goesOn ? one : null, server, shareId });
  }
  return arrived;
}

const isBeginning = async (access: ShareAccess, there: ShareFile, here: LocalFile) =>
  isSame(there, here) &&
  (there.complete || (await isBegunWith(here, uploadUrl(access, there.id), access.headers)));

const isSame = (there: ShareFile, here: LocalFile) =>
  there.size === here.sizeBytes && there.lastModified === here.modifiedMs;

type FileMatch = { file: LocalFile; one: ShareFile | null; server: string; shareId: string };

function count(arrived: MissingFiles, { file, one, ...share }: FileMatch): void {
  arrived.doneBytes += one?.storedSize ?? 0;
  if (one?.complete) arrived.doneFiles++;
  else arrived.tasks.push({ file, url: one && uploadUrl(share, one.id) });
}

async function getDetail({ server, shareId, headers }: ShareAccess): Promise<ShareDetail | null> {
  try {
    return await call<typeof share.get>(server, `/api/v2/sec/share/${shareId}`, { headers });
  } catch (error) {
    if (error instanceof CallRefusal && [403, 404].includes(error.status)) return null;
    throw error;
  }
}

const uploadUrl = ({ server, shareId }: Pick<ShareAccess, 'server' | 'shareId'>, fileId: string) =>
  `${server}/api/v2/sec/upload/${shareId}/files/tus/${fileId}`;

export async function removeFile(
  { server, shareId, headers }: ShareAccess,
  { id, complete }: ShareFile,
): Promise<void> {
  if (complete) {
    await call(server, `/api/v2/sec/share/${shareId}/file/${id}`, { method: 'DELETE', headers });
    return;
  }
  await removeUpload(uploadUrl({ server, shareId }, id), headers);
}
