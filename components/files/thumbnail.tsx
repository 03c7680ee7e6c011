'use client';

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useAppConfig } from '@/lib/client/app-config';
import { useNear } from '@/lib/client/use-near';
import type { ShareFile } from '@/lib/contract/share/file';
import { isForeignPicture, isReady, previewKind, smallPictureBytes } from '@/lib/domain/file/file-type';
import { photoKind } from '@/lib/domain/file/photos';
import { coverLook, pictureLook } from './photos/photo-look';
import { aheadAddress, type FileSource, fileLinks } from './zip/file-links';

type ThumbnailProps = {
  file: ShareFile;
  source: FileSource;
  isLarge?: boolean;
  children: ReactNode;
};

/** A grey checkerboard, on which transparent pictures in both black and white are visible. */
export const transparentLook =
  'bg-[repeating-conic-gradient(oklch(0.72_0_0)_0_25%,oklch(0.78_0_0)_0_50%)] bg-size-[20px_20px]';

/**
 * Decorative: the file's name is beside it or on its button. Browsers' own lazy loading fetches many screens ahead on
 * a slow line.
 */
export function Thumbnail({ file, source, isLarge = false, children }: ThumbnailProps) {
  const links = usePictureLinks(file, source);
  const { src, fail } = useThumbnail((isLarge && links.cover) || links.small);
  const image = useRef<HTMLImageElement>(null);
  const isNear = useNear(image);
  if (src === null) return children;
  return (
    <>
      {children}
      {/* biome-ignore lint/performance/noImgElement: made to size by our server, behind the file's own access check */}
      <img
        ref={image}
        src={isLarge || isNear ? src : undefined}
        fetchPriority={isLarge ? 'high' : undefined}
        alt=""
        decoding="async"
        onError={fail}
        onLoad={({ currentTarget }) => reveal(currentTarget)}
        className={isLarge ? coverLook : `${pictureLook} opacity-0 ${transparentLook}`}
      />
    </>
  );
}

/** The image's background would hide the placeholder until it has loaded. */
function reveal(image: HTMLImageElement): void {
  image.style.opacity = '1';
}

/** Uses a small image itself instead of a rendered one, unless viewing it counts as a download. */
export function usePictureLinks(file: ShareFile, source: FileSource) {
  const { thumbnailsEnabled } = useAppConfig();
  const links = fileLinks(source, file.id);
  const { mimetype, filename } = file;
  const isLight = isReady(file) && file.size <= smallPictureBytes && !source.isLimited;
  const isShown = previewKind(mimetype, filename) === 'image' && !isForeignPicture(mimetype, filename);
  const own = isLight && isShown ? links.preview : null;
  const isMade = source.sealed
    ? source.sealed.pictures.has(file.id)
    : thumbnailsEnabled && photoKind(file) !== null;
  return {
    small: isMade ? links.thumbnail : own && aheadAddress(own),
    cover: isMade ? aheadAddress(links.largeThumbnail) : null,
    large: own ?? (isMade ? links.largeThumbnail : null),
  };
}

/** Failed pictures are requested once more: the server may still be rendering them. */
type ThumbnailState = 'initial' | 'waiting' | 'retried' | 'missing';

export function useThumbnail(url: string | null) {
  const [state, setState] = useState<ThumbnailState>('initial');
  useEffect(() => {
    if (state !== 'waiting' || url === null) return;
    const leaving = new AbortController();
    void import('@/lib/client/wait-for-file')
      .then(({ waitForFile }) => waitForFile(url, leaving.signal))
      .then((isReady) => {
        if (!leaving.signal.aborted) setState(isReady ? 'retried' : 'missing');
      });
    return () => leaving.abort();
  }, [state, url]);
  return {
    src: state === 'initial' || state === 'retried' ? url : null,
    isMissing: url === null || state === 'missing',
    fail: () => setState(state === 'initial' ? 'waiting' : 'missing'),
  };
}
