'use client';

import { type RefObject, useRef, useState } from 'react';
import type { ShareFile } from '@/lib/contract/share/file';
import { usePictureLinks, useThumbnail } from '../thumbnail';
import type { FileSource, fileLinks } from '../zip/file-links';
import { useAhead } from './use-ahead';
import { useZoom, type ZoomControl } from './use-zoom';

type Shown = {
  file: ShareFile;
  source: FileSource;
  links: ReturnType<typeof fileLinks>;
  isAhead: boolean;
};

/**
 * A picture and how closely it is looked at. At first it is the smaller one that the server makes; the file itself is
 * fetched for who zooms, because factors are of its own size, and where there is no smaller one.
 */
export function useCloseLook(
  { file, source, links: { preview }, isAhead }: Shown,
  box: RefObject<HTMLElement | null>,
  picture: RefObject<HTMLImageElement | null>,
) {
  const { large } = usePictureLinks(file, source);
  const marked = useAhead(isAhead, large ?? preview);
  const own = marked(preview);
  const { src: made, isMissing, fail } = useThumbnail(large && marked(large));
  const [isClose, setIsClose] = useState(false);
  const [loaded, setLoaded] = useState<string | null>(null);
  const [naturalWidth, setNaturalWidth] = useState(0);
  const pending = useRef<(() => void) | null>(null);
  const src = isClose || isMissing ? own : made;
  const isOwn = loaded === own;

  /** What is done to the file itself: now if it is here, else when it is. */
  const whenOwn = (then: () => void) => {
    if (isOwn) return then();
    pending.current = then;
    setIsClose(true);
  };
  const zooming = useZoom(box, picture, () => {
    whenOwn(() => undefined);
    return isOwn;
  });
  const control: ZoomControl = {
    ...zooming,
    set: (zoom) => (zoom === 'fit' ? zooming.set(zoom) : whenOwn(() => zooming.set(zoom))),
    step: (direction) => whenOwn(() => zooming.step(direction)),
  };

  return {
    src,
    control,
    width: isOwn && zooming.zoom !== 'fit' ? zooming.zoom * naturalWidth : null,
    onLoad: (image: HTMLImageElement) => {
      setNaturalWidth(image.naturalWidth);
      setLoaded(src);
      if (src === own) pending.current?.();
      pending.current = null;
    },
    /** @returns whether there is nothing more to try */
    onError: (): boolean => {
      if (src !== own) fail();
      return src === own;
    },
  };
}
