import type { ShareFile } from '@/lib/contract/share/file';
import type { share } from '@/lib/contract/share/share';
import { ask, call, Refusal } from '../call';
import { keyOf, type LocalFile } from './files';
import type { Task } from './upload-files';

type Own = { server: string; shareId: string; headers: Record<string, string> };
type Arrived = { tasks: Task[]; doneBytes: number; doneFiles: number };

/** What of these files a share lacks. Null where it is gone, or the token may not see it. */
export async function lackingIn(
  { server, shareId, headers }: Own,
  files: LocalFile[],
): Promise<Arrived | null> {
  const there = await filesIn({ server, shareId, headers });
  if (there === null) return null;
  const known = new Map(there.map((one) => [keyOf({ path: one.path, name: one.filename }), one]));
  const arrived: Arrived = { tasks: [], doneBytes: 0, doneFiles: 0 };
  for (const file of files) {
    const one = known.get(keyOf(file));
    if (one && !isSame(one, file)) await remove({ server, shareId, headers }, one);
    count(arrived, { file, one: one && isSame(one, file) ? one : null, server, shareId });
  }
  return arrived;
}

const isSame = (there: ShareFile, here: LocalFile) =>
  there.size === here.sizeBytes && there.lastModified === here.modifiedMs;

type One = { file: LocalFile; one: ShareFile | null; server: string; shareId: string };

function count(arrived: Arrived, { file, one, ...share }: One): void {
  arrived.doneBytes += one?.storedSize ?? 0;
  if (one?.complete) arrived.doneFiles++;
  else arrived.tasks.push({ file, url: one && uploadUrl(share, one.id) });
}

async function filesIn({ server, shareId, headers }: Own): Promise<ShareFile[] | null> {
  try {
    const detail = await call<typeof share.get>(server, `/api/v2/sec/share/${shareId}`, { headers });
    return detail.publishInfo ? null : detail.files;
  } catch (error) {
    if (error instanceof Refusal && [403, 404].includes(error.status)) return null;
    throw error;
  }
}

const uploadUrl = ({ server, shareId }: Pick<Own, 'server' | 'shareId'>, fileId: string) =>
  `${server}/api/v2/sec/upload/${shareId}/files/tus/${fileId}`;

/** The file here is another one by now. */
async function remove({ server, shareId, headers }: Own, { id, complete }: ShareFile): Promise<void> {
  if (complete) {
    await call(server, `/api/v2/sec/share/${shareId}/file/${id}`, { method: 'DELETE', headers });
    return;
  }
  const url = uploadUrl({ server, shareId }, id);
  await ask(url, { method: 'DELETE', headers: { ...headers, 'tus-resumable': '1.0.0' } });
}
