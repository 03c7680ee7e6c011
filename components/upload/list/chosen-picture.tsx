'use client';

import { FileIcon } from '@/components/files/file-icon';
import { useChosenPicture } from '@/lib/client/upload/choose/chosen-picture';
import type { UploadItem } from '@/lib/client/upload/upload-item';

type ChosenPictureProps = { item: Pick<UploadItem, 'file' | 'filename'>; isHeld: boolean };

/** Decorative: the name is beside it. */
export function ChosenPicture({ item: { file, filename }, isHeld }: ChosenPictureProps) {
  const url = useChosenPicture(file, isHeld);
  return (
    <span className="grid size-8 shrink-0 place-items-center overflow-clip rounded-md bg-sunken">
      {url ? (
        // biome-ignore lint/performance/noImgElement: made in the browser
        <img src={url} alt="" className="size-full object-cover" />
      ) : (
        <FileIcon file={{ mimetype: file.type, filename }} />
      )}
    </span>
  );
}
