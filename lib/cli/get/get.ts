import { Failure } from '@/lib/cli/failure';
import type { Output } from '@/lib/cli/output';
import { type ProgressBar, progressOf } from '@/lib/cli/progress';
import { readConfig } from '@/lib/cli/server-config';
import { formatBytes } from '@/lib/domain/units';
import { type DownloadSource, downloadFile } from './download-file';
import { listedFiles } from './listed-files';
import { localPaths, makeFolders } from './local-paths';
import { nameFiles, openWords, type WiredFile } from './sealed-files';
import { endVisit, openVisit, parseShareLink } from './visit';

const atOnce = 4;

export type GetOptions = { output: string; dotfiles?: boolean; after?: string };

export async function getFiles(output: Output, address: string, options: GetOptions): Promise<void> {
  const { output: dir, dotfiles: keepsDots = false, after } = options;
  const link = { ...(await parseShareLink(address)), address };
  const visit = await openVisit(output, link, (headers) =>
    openWords({ ...link, after: readRevision(after) }, headers),
  );
  // Sorted by ID, so that files of equal names get the same numbers in each run.
  const listed = listedFiles(visit.detail, new URL(link.server).host).sort((a, b) => (a.id < b.id ? -1 : 1));
  const { files, missing } = await nameFiles(address, visit, listed);
  if (files.length + missing.length === 0) throw new Failure('This link has no files.', 'notFound');
  const { retryDelays } = await readConfig(link.server);
  const { places, hasDots } = localPaths(dir, files, { keepsDots });
  makeFolders(dir, places);
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const progress = progressOf(output, { bytes, files: files.length, already: 0 });
  const sourceOf = ({ id }: WiredFile) => ({
    url: `${link.server}/api/v2/open/share/${link.id}/file/${id}`,
    headers: visit.headers,
    retryDelays,
  });
  const placed = files.map((file, n) => ({ file, place: places[n] ?? '', source: sourceOf(file) }));
  try {
    await downloadAll(placed, progress);
  } finally {
    progress.end();
  }
  if (missing.length > 0)
    throw new Failure(
      `${missing.length} of the files are missing or damaged on the server: ${missing.join(', ')}`,
    );
  endVisit(link);
  if (hasDots) output.note('Leading dots of names became “_”. --dotfiles keeps them.');
  output.note(
    `${files.length === 1 ? '1 file' : `${files.length} files`}, ${formatBytes(files.reduce((sum, { wire }) => sum + wire.localBytes, 0))}`,
  );
  await output.result(dir, {
    dir,
    ...(visit.words && { revision: visit.words.manifest.revision }),
    files: placed.map(({ file, place }) => ({
      place,
      bytes: file.wire.localBytes,
      sha256: file.wire.localBytes === file.size ? file.checksum : null,
    })),
  });
}

/** @throws Failure */
function readRevision(text: string | undefined): number {
  if (text === undefined) return 0;
  if (!/^\d{1,15}$/.test(text)) throw new Failure(`“${text}” is not a revision. Use a number.`, 'usage');
  return Number(text);
}

type FileDownload = { file: WiredFile; place: string; source: DownloadSource };

async function downloadAll(placed: FileDownload[], progress: ProgressBar): Promise<void> {
  const left = [...placed].reverse();
  const work = async () => {
    for (let one = left.pop(); one; one = left.pop())
      await downloadFile(one.source, one.file, one.place, progress);
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, work));
  } finally {
    left.length = 0;
  }
}
