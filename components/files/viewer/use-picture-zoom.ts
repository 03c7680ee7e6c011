'use client';

import { type RefObject, useRef, useState } from 'react';
import { usePictureLinks, useThumbnail } from '../thumbnail';
import type { PreviewProps } from './preview-props';
import { useAheadAddress } from './use-ahead-address';
import { useZoom, type ZoomControl } from './use-zoom';

/** Displays the server's smaller picture until zoomed: zoom factors refer to the file's own size. */
export function usePictureZoom(
  { file, source, links: { preview }, isAhead }: Pick<PreviewProps, 'file' | 'source' | 'links' | 'isAhead'>,
  box: RefObject<HTMLElement | null>,
  picture: RefObject<HTMLImageElement | null>,
) {
  const { large } = usePictureLinks(file, source);
  const marked = useAheadAddress(isAhead, large ?? preview);
  const own = marked(preview);
  const { src: made, isMissing, fail } = useThumbnail(large && marked(large));
  const [isClose, setIsClose] = useState(false);
  const [loaded, setLoaded] = useState<string | null>(null);
  const [naturalWidth, setNaturalWidth] = useState(0);
  const pending = useRef<(() => void) | null>(null);
  const src = isClose || isMissing ? own : made;
  const isOwn = loaded === own;

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
    /** Returns false when another source is tried. */
    onError: (): boolean => {
      if (src !== own) fail();
      return src === own;
    },
  };
}
