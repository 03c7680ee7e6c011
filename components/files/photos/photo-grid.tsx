'use client';

import { useFormatter } from 'next-intl';
import { LongRows } from '@/components/list/long-rows';
import { sortByName } from '@/lib/domain/file/file-tree';
import { photoDays, photoKind, sortPhotos } from '@/lib/domain/file/photos';
import { FileList } from '../file-list';
import type { FileViewProps } from '../file-view';
import { PhotoTile, photoHeight, photosLook } from './photo-tile';

export function PhotoGrid({ files, ...view }: FileViewProps) {
  const format = useFormatter();
  const dayOf = (ms: number) => format.dateTime(ms, { dateStyle: 'full' });
  const photos = sortPhotos(sortByName(files.filter((file) => photoKind(file) !== null)));
  const others = files.filter((file) => photoKind(file) === null);
  return (
    <>
      {photoDays(photos, dayOf).map(({ day, files: own }) => (
        <section key={day} aria-label={day ?? undefined} className="mb-8 last:mb-0">
          {day !== null && <h3 className="mb-2 text-sm text-muted tabular-nums">{day}</h3>}
          <LongRows as="ul" rows={own} rowHeight={photoHeight} className={photosLook}>
            {(file) => <PhotoTile key={file.id} file={file} {...view} />}
          </LongRows>
        </section>
      ))}
      {others.length > 0 && (
        <div className="mt-8">
          <FileList files={others} {...view} />
        </div>
      )}
    </>
  );
}
