'use client';

import { ImageDownIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import type { ShareFile } from '@/lib/contract/share/file';
import type { FileSource } from '../zip/file-links';
import { useSheet } from '../zip/use-sheet';
import { ZipLink } from '../zip/zip-link';
import type { ZipOffer } from '../zip/zip-offer';
import { ZipProblem } from '../zip/zip-problem';

type SelectionBarProps = {
  chosen: number;
  count: number;
  offer: ZipOffer;
  maxBytes: number;
  /** The selected files where all are pictures, for phones. */
  photos?: PhotosProps | null;
  onCancel: () => void;
};

type PhotosProps = { files: readonly ShareFile[]; source: FileSource };

export function SelectionBar({ chosen, count, offer, maxBytes, photos = null, onCancel }: SelectionBarProps) {
  const t = useTranslations('files');
  const savesPhotos = photos !== null && photos.files.length > 0 && matchMedia('(pointer: coarse)').matches;
  return (
    <div
      data-selection-bar
      className="sticky bottom-[max(1rem,env(safe-area-inset-bottom))] z-10 mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card bg-raised py-2 pr-2 pl-4 shadow-float ring-1 ring-line"
    >
      <p role="status" className="mr-auto text-sm tabular-nums">
        {t('chosen', { chosen, count })}
      </p>
      <ZipProblem offer={offer} maxBytes={maxBytes} />
      <Button tone="ghost" onClick={onCancel}>
        {t('cancel')}
      </Button>
      {chosen > 0 && <ZipLink offer={offer} tone={savesPhotos ? 'quiet' : 'primary'} />}
      {savesPhotos && <SavePhotos key={photos.files.map(({ id }) => id).join()} {...photos} />}
    </div>
  );
}

/** One by one, because phones have no use for a ZIP. */
function SavePhotos({ files, source }: PhotosProps) {
  const t = useTranslations('files');
  const { open, isLoading, isReady } = useSheet(files, source);
  return (
    <Button pending={isLoading} onClick={open}>
      <ImageDownIcon aria-hidden />
      {isReady ? t('saveNow') : t('save', { count: files.length })}
    </Button>
  );
}
