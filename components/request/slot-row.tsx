'use client';

import { CameraIcon, PlusIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ChangeEvent, type DragEvent, useId, useRef } from 'react';
import { FailureBanner } from '@/components/app/failure-banner';
import { Button } from '@/components/ui/button';
import { Status } from '@/components/ui/status-dot';
import { UploadList } from '@/components/upload/list/upload-list';
import { collectFiles, collectTransfer } from '@/lib/client/upload/choose/collect';
import { useUploads } from '@/lib/client/upload/upload-snapshot';
import type { AskedSlot } from '@/lib/contract/alias/asked';
import { ExampleButton } from './example-button';
import { stateTones } from './state-tones';
import { type Asking, useSlotUpload } from './use-slot-upload';

type SlotRowProps = { slot: AskedSlot; asking: Asking; isClosed: boolean };

export function SlotRow({ slot, asking, isClosed }: SlotRowProps) {
  const t = useTranslations('asked');
  const titleId = useId();
  const { upload, error, take } = useSlotUpload({ slot, ...asking });
  const { ids } = useUploads(upload.queue);
  const isOpen = !isClosed && slot.state !== 'accepted';
  const takeDrop = (event: DragEvent) => {
    event.preventDefault();
    if (isOpen) void take(collectTransfer(event.dataTransfer));
  };
  return (
    <li
      aria-labelledby={titleId}
      className="flex flex-col gap-2 py-4"
      onDragOver={(event) => event.preventDefault()}
      onDrop={takeDrop}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={titleId} className="min-w-0 font-medium wrap-anywhere">
          {slot.name} {!slot.needed && <span className="font-normal text-muted">({t('optional')})</span>}
        </h2>
        {(slot.needed || slot.state !== 'missing') && (
          <Status tone={stateTones[slot.state]} label={t(`state.${slot.state}`)} />
        )}
      </div>
      {slot.reason && <p className="text-pretty wrap-anywhere">{slot.reason}</p>}
      <SlotHint slot={slot} />
      <SentFiles slot={slot} />
      {ids.length > 0 && <UploadList queue={upload.queue} />}
      <FailureBanner error={error} />
      <div className="flex flex-wrap gap-2 empty:hidden">
        {isOpen && (
          <SlotButtons slot={slot} onFiles={(files) => void take(Promise.resolve(collectFiles(files)))} />
        )}
        {slot.exampleFile && <ExampleButton slot={slot} token={asking.token} />}
      </div>
    </li>
  );
}

function SlotHint({ slot: { hint, example } }: Pick<SlotRowProps, 'slot'>) {
  const t = useTranslations('asked');
  if (!hint && !example) return null;
  return (
    <p className="text-sm text-muted text-pretty wrap-anywhere">
      {hint}{' '}
      {example && (
        <a href={example} target="_blank" rel="noopener noreferrer" className="underline">
          {t('example')}
        </a>
      )}
    </p>
  );
}

/** Sealed files have no names here. */
function SentFiles({ slot: { files } }: Pick<SlotRowProps, 'slot'>) {
  const t = useTranslations('asked');
  const arrived = files.filter(({ arrived }) => arrived);
  if (arrived.length === 0) return null;
  const named = arrived.map(({ name, held }) => (held ? t('held', { name }) : name)).filter(Boolean);
  return (
    <p className="text-sm wrap-anywhere">
      {named.length > 0 ? named.join(', ') : t('files', { count: arrived.length })}
    </p>
  );
}

function SlotButtons({ slot, onFiles }: Pick<SlotRowProps, 'slot'> & { onFiles: (files: File[]) => void }) {
  const t = useTranslations('asked');
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const takesPhotos = slot.groups.length + slot.endings.length === 0 || slot.groups.includes('pictures');
  const take = ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const picked = [...(input.files ?? [])];
    input.value = ''; // so that the same file once more is noticed
    if (picked.length > 0) onFiles(picked);
  };
  const of = { slot: slot.name };
  return (
    <>
      <Button tone="quiet" aria-label={t('chooseFor', of)} onClick={() => files.current?.click()}>
        <PlusIcon aria-hidden />
        {t('choose')}
      </Button>
      {takesPhotos && (
        <span className="hidden pointer-coarse:contents">
          <Button tone="quiet" aria-label={t('cameraFor', of)} onClick={() => camera.current?.click()}>
            <CameraIcon aria-hidden />
            {t('camera')}
          </Button>
          <input
            ref={camera}
            type="file"
            accept="image/*"
            capture="environment"
            hidden
            aria-label={t('cameraFor', of)}
            onChange={take}
          />
        </span>
      )}
      <input
        ref={files}
        type="file"
        multiple={slot.maxFiles !== 1}
        hidden
        aria-label={t('chooseFor', of)}
        onChange={take}
      />
    </>
  );
}
