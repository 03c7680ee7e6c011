'use client';

import { MaximizeIcon, MinusIcon, PlusIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { Button, IconButton } from '@/components/ui/button';
import { transparentLook } from '../thumbnail';
import { type PreviewProps, PreviewSpinner, Unpreviewable } from './preview-parts';
import { useDragScroll, usePictureZoom, type ZoomControl } from './use-zoom';

const fitted = 'grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] place-items-center p-2 sm:p-6';
/** Centred while it fits; larger pictures can be scrolled to all edges. */
const zoomed = 'cursor-grab items-center-safe justify-items-center-safe active:cursor-grabbing';

export function ImagePreview({ file, source, links, isAhead }: PreviewProps) {
  const t = useTranslations('preview');
  const box = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLImageElement>(null);
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  const look = usePictureZoom({ file, source, links, isAhead }, box, picture);
  const drag = useDragScroll(box);
  const { src, width, control } = look;

  if (state === 'failed') return <Unpreviewable file={file} links={links} reason={t('imageFailed')} />;
  return (
    <div className="relative size-full">
      {state === 'loading' && <PreviewSpinner />}
      <div
        ref={box}
        {...drag}
        className={`grid size-full overflow-auto outline-none ${width === null ? fitted : zoomed}`}
      >
        {src !== null && (
          // biome-ignore lint/performance/noImgElement: user files must not be optimized
          <img
            ref={picture}
            src={src}
            alt={file.filename}
            draggable={false}
            onLoad={({ currentTarget }) => {
              look.onLoad(currentTarget);
              setState('shown');
            }}
            onError={() => look.onError() && setState('failed')}
            onDoubleClick={() => control.set(width === null ? 1 : 'fit')}
            style={width === null ? undefined : { width: `${width}px` }}
            className={`${transparentLook} ${width === null ? 'max-h-full max-w-full object-contain' : 'max-w-none'}`}
          />
        )}
      </div>
      {state === 'shown' && <ZoomBar {...control} />}
    </div>
  );
}

function ZoomBar({ zoom, set, step }: ZoomControl) {
  const t = useTranslations('preview');
  return (
    <div
      role="toolbar"
      aria-label={t('zoom')}
      className="absolute bottom-4 left-1/2 hidden -translate-x-1/2 items-center gap-1 rounded-card bg-raised p-1 shadow-float ring-1 ring-line sm:flex"
    >
      <IconButton label={t('zoomOut')} onClick={() => step(-1)}>
        <MinusIcon />
      </IconButton>
      <Button tone="ghost" onClick={() => set(1)}>
        {zoom === 'fit' ? t('actualSize') : `${Math.round(zoom * 100)}%`}
      </Button>
      <IconButton label={t('zoomIn')} onClick={() => step(1)}>
        <PlusIcon />
      </IconButton>
      <IconButton label={t('fit')} onClick={() => set('fit')}>
        <MaximizeIcon />
      </IconButton>
    </div>
  );
}
