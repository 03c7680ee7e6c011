import fs from 'node:fs';
import type { info } from '@/lib/contract/info';
import { formatBytes } from '@/lib/domain/units';
import { call } from '../call';
import { Failure } from '../failure';
import type { Output } from '../output';
import { type Progress, progressOf } from '../progress';
import { downloadFile, type Source } from './download-file';
import { type ListedFile, listedFiles } from './listed-files';
import { makeFolders, placesIn } from './local-place';
import { endVisit, linkOf, visit } from './visit';

const atOnce = 4;

export type GetWords = { output: string; dotfiles?: boolean };

/** Downloads all files of a link into a folder, and goes on with what was begun. */
export async function get(output: Output, address: string, words: GetWords): Promise<void> {
  const { output: dir, dotfiles: keepsDots = false } = words;
  const link = linkOf(address);
  const { detail, headers } = await visit(output, link);
  // In the order of their ids, so that those of one name get the same numbers each time.
  const files = listedFiles(detail, new URL(link.server).host).sort((a, b) => (a.id < b.id ? -1 : 1));
  if (files.length === 0) throw new Failure('This link has no files.', 'notFound');
  const { retryDelays } = await call<typeof info.appConfig>(link.server, '/api/v2/open/info/appconfig');
  const { places, hasDots } = placesIn(dir, files, { keepsDots });
  fs.mkdirSync(dir, { recursive: true });
  makeFolders(dir, places);
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const progress = progressOf(output, { bytes, files: files.length, already: 0 });
  const sourceOf = ({ id }: ListedFile) => ({
    url: `${link.server}/api/v2/open/share/${link.id}/file/${id}`,
    headers,
    retryDelays,
  });
  const placed = files.map((file, n) => ({ file, place: places[n] ?? '', source: sourceOf(file) }));
  try {
    await downloadAll(placed, progress);
  } finally {
    progress.end();
  }
  endVisit(link);
  if (hasDots) output.note('Leading dots of names became “_”. --dotfiles keeps them.');
  output.note(`${files.length === 1 ? '1 file' : `${files.length} files`}, ${formatBytes(bytes)}`);
  output.result(dir, {
    dir,
    files: placed.map(({ file, place }) => ({ place, bytes: file.size, sha256: file.checksum })),
  });
}

type Placed = { file: ListedFile; place: string; source: Source };

async function downloadAll(placed: Placed[], progress: Progress): Promise<void> {
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
