'use client';

import { FolderIcon, PlayIcon } from 'lucide-react';
import { useFormatter } from 'next-intl';
import { LongRows } from '@/components/list/long-rows';
import { isWithShift } from '@/components/ui/check';
import type { ShareFile } from '@/lib/contract/share/file';
import { sortByName } from '@/lib/domain/file/file-tree';
import { groupsBehindCover } from '@/lib/domain/file/photo-groups';
import { photoKind, sortPhotos } from '@/lib/domain/file/photos';
import { countKinds, isInStrip, stripLength } from '@/lib/domain/file-kinds';
import { FileIcon } from '../file-icon';
import { FileList } from '../file-list';
import type { FileViewProps } from '../file-view';
import { Thumbnail } from '../thumbnail';
import { DocumentStrip } from './document-strip';
import { photoLooks, photosLook } from './photo-look';

export function PhotoGrid({ files, all, ...view }: FileViewProps) {
  const format = useFormatter();
  const dayOf = (ms: number) => format.dateTime(ms, { dateStyle: 'full' });
  const photos = sortPhotos(sortByName(files.filter((file) => photoKind(file) !== null)));
  const isOpen = view.source.access !== 'own';
  const hasStrip = isOpen && !view.selection && stripLength(countKinds(files)) > 0;
  const strip = hasStrip ? sortByName(files.filter(isInStrip)) : [];
  const others = files.filter((file) => photoKind(file) === null && !strip.includes(file));
  const groups = groupsBehindCover(photos, view.source.coverId, dayOf);
  const { coverId, sealed } = view.source;
  // It stays where a phone shows it (app/phone-cover.css) while something is sought.
  const hero = all?.find(({ id }) => id === coverId && !sealed);
  const firstId = isOpen && !all ? groups[0]?.files[0]?.id : undefined;
  return (
    <>
      {hero && (
        <ul data-hero className="hidden">
          <PhotoTile file={hero} isLarge {...view} />
        </ul>
      )}
      {strip.length > 0 && <DocumentStrip files={strip} {...view} />}
      {groups.map(({ folder, day, files: own }) => {
        const name = [folder, day].filter(Boolean).join(' · ');
        return (
          <section key={`${folder}/${day}`} aria-label={name || undefined} className="mb-8 last:mb-0">
            {name && !(isOpen && groups.length === 1 && !day) && (
              <h3 className="mb-2 flex items-center gap-2 text-sm text-muted tabular-nums">
                {folder && <FolderIcon aria-hidden className="size-4 shrink-0 text-faint" />}
                <span className="min-w-0 wrap-anywhere">{name}</span>
              </h3>
            )}
            <LongRows as="ul" rows={own} rowHeight={photoHeight} className={photosLook}>
              {(file) => <PhotoTile key={file.id} file={file} isLarge={file.id === firstId} {...view} />}
            </LongRows>
          </section>
        );
      })}
      {others.length > 0 && (
        <div className="mt-8">
          <FileList files={others} {...view} />
        </div>
      )}
    </>
  );
}

/** Pixels of a row divided by about four photos in it. */
export const photoHeight = 200 / 4;

type PhotoTileProps = Pick<FileViewProps, 'source' | 'onShow' | 'selection'> & {
  file: ShareFile;
  isLarge?: boolean;
};

export function PhotoTile({ file, source, onShow, selection, isLarge = false }: PhotoTileProps) {
  const look = photoLooks[isLarge ? 'large' : 'small'];
  const isCover = (isLarge && !source.sealed) || undefined; // app/phone-cover.css
  const plate = `relative grid w-full place-items-center overflow-hidden bg-sunken ${look.plate}`;
  const face = (
    <>
      <Thumbnail {...{ file, source, isLarge }}>
        <FileIcon file={file} size="card" />
      </Thumbnail>
      {photoKind(file) === 'film' && (
        <span className="absolute right-2 bottom-2 grid size-6 place-items-center rounded-full bg-ink/80 text-canvas">
          <PlayIcon aria-hidden className="size-3 fill-current" />
        </span>
      )}
    </>
  );
  if (!selection) {
    return (
      <li className={look.tile} data-cover={isCover}>
        <button
          type="button"
          aria-label={file.filename}
          title={file.filename}
          className={`${plate} cursor-pointer focus-visible:-outline-offset-2 focus-visible:after:absolute focus-visible:after:inset-0 focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-accent`}
          onClick={() => onShow(file)}
        >
          {face}
        </button>
      </li>
    );
  }
  const isChosen = selection.chosen.has(file.id);
  return (
    <li className={look.tile} data-cover={isCover}>
      <label
        className={`${plate} cursor-pointer ${isChosen ? 'ring-3 ring-ink ring-inset' : ''}`}
        title={file.filename}
      >
        <span className={`absolute inset-0 grid place-items-center ${isChosen ? 'inset-3' : ''}`}>
          {face}
        </span>
        <span className="absolute top-2 left-2 grid rounded-control bg-raised p-1.5 ring-1 ring-line">
          <input
            type="checkbox"
            aria-label={file.filename}
            checked={isChosen}
            autoComplete="off"
            onChange={(event) =>
              selection.choose([file.id], event.target.checked, isWithShift(event.nativeEvent))
            }
          />
        </span>
      </label>
    </li>
  );
}
