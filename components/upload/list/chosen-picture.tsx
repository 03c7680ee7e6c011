'use client';

import { FileIcon } from '@/components/files/file-icon';
import { useChosenPicture } from '@/lib/client/upload/choose/chosen-picture';
import type { UploadItem } from '@/lib/client/upload/upload-item';

type ChosenPictureProps = {
  item: Pick<UploadItem, 'file' | 'filename'>;
  isHeld: boolean;
  /** Fills its place, beside no name. */
  isTile?: boolean;
};

/** Decorative: the name is beside it. */
export function ChosenPicture({ item: { file, filename }, isHeld, isTile = false }: ChosenPictureProps) {
  const url = useChosenPicture(file, isHeld);
  return (
    <span
      className={`grid shrink-0 place-items-center overflow-clip rounded-md bg-sunken ${isTile ? 'size-full' : 'size-8'}`}
    >
      {url ? (
        // biome-ignore lint/performance/noImgElement: made in the browser
        <img src={url} alt="" className="size-full object-cover" />
      ) : (
        <FileIcon file={{ mimetype: file.type, filename }} />
      )}
    </span>
  );
}
