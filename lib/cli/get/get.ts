import fs from 'node:fs';
import type { info } from '@/lib/contract/info';
import type { ShareFile } from '@/lib/contract/share/file';
import { formatBytes } from '@/lib/domain/units';
import { call } from '../call';
import { Failure } from '../failure';
import type { Output } from '../output';
import { type Progress, progressOf } from '../progress';
import { downloadFile, type Source } from './download-file';
import { LocalPlaces } from './local-place';
import { endVisit, linkOf, visit } from './visit';

const atOnce = 4;

/** Downloads all files of a link into a folder, and goes on with what was begun. */
export async function get(output: Output, address: string, dir: string): Promise<void> {
  const link = linkOf(address);
  const { detail, headers } = await visit(output, link);
  const files = detail.files.filter(({ complete }) => complete);
  if (files.length === 0) throw new Failure('This link has no files.', 'notFound');
  const { retryDelays } = await call<typeof info.appConfig>(link.server, '/api/v2/open/info/appconfig');
  fs.mkdirSync(dir, { recursive: true });
  const places = new LocalPlaces(dir);
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const progress = progressOf(output, { bytes, files: files.length, already: 0 });
  const sourceOf = ({ id }: ShareFile) => ({
    url: `${link.server}/api/v2/open/share/${link.id}/file/${id}`,
    headers,
    retryDelays,
  });
  // In the order of their ids, so that those of one name get the same numbers each time.
  const placed = [...files]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((file) => ({ file, place: places.placeOf(file), source: sourceOf(file) }));
  try {
    await downloadAll(placed, progress);
  } finally {
    progress.end();
  }
  endVisit(link);
  output.note(`${files.length === 1 ? '1 file' : `${files.length} files`}, ${formatBytes(bytes)}`);
  output.result(dir, {
    dir,
    files: placed.map(({ file, place }) => ({ place, bytes: file.size, sha256: file.checksum })),
  });
}

type Placed = { file: ShareFile; place: string; source: Source };

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
