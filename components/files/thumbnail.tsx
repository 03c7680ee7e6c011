'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { useAppConfig } from '@/lib/client/app-config';
import type { ShareFile } from '@/lib/contract/share/file';
import { photoKind } from '@/lib/domain/file/photos';
import { previewKind } from '@/lib/domain/file/preview';
import { smallPictureBytes } from '@/lib/domain/file/thumbnail';
import { ahead, type FileSource, fileLinks } from './zip/file-links';

type ThumbnailProps = {
  file: ShareFile;
  source: FileSource;
  /** What stands for a file without a picture, and until it is there. */
  children: ReactNode;
};

/** Squares of a middle grey behind pictures, on which both black and white ones with no ground of their own show. */
export const transparentLook =
  'bg-[repeating-conic-gradient(oklch(0.72_0_0)_0_25%,oklch(0.78_0_0)_0_50%)] bg-size-[20px_20px]';

/** A small picture that fills its box. Its file's name is beside it or on its button, so it says nothing itself. */
export function Thumbnail({ file, source, children }: ThumbnailProps) {
  const links = usePictureLinks(file, source);
  const { src, fail } = useThumbnail(links.small);
  if (src === null) return children;
  return (
    <>
      {children}
      {/* biome-ignore lint/performance/noImgElement: made to size by our server, behind the file's own access check */}
      <img
        src={src}
        alt=""
        loading="lazy"
        decoding="async"
        ref={(image) => {
          // A page that the server drew may have it before it hears of it.
          if (image?.complete) image.naturalWidth > 0 ? show(image) : fail();
        }}
        onError={fail}
        onLoad={({ currentTarget }) => show(currentTarget)}
        className={`absolute inset-0 size-full object-cover opacity-0 ${transparentLook}`}
      />
    </>
  );
}

/** Until it is there its ground would hide what stands for it. */
function show(image: HTMLImageElement): void {
  image.style.opacity = '1';
}

/**
 * Where a file's pictures are: made by the server or, of a light file that it makes none of, the file itself, unless
 * that would be a download.
 */
export function usePictureLinks(file: ShareFile, source: FileSource) {
  const { thumbnailsEnabled } = useAppConfig();
  const links = fileLinks(source, file.id);
  const isLight = file.complete && file.size <= smallPictureBytes && !source.isLimited;
  const own = isLight && previewKind(file.mimetype, file.filename) === 'image' ? links.preview : null;
  const isMade = thumbnailsEnabled && photoKind(file) !== null;
  return {
    small: isMade ? links.thumbnail : own && ahead(own),
    large: own ?? (isMade ? links.largeThumbnail : null),
  };
}

/** What becomes of a picture: it is asked for once more when it failed, because it may still have been in the making. */
type Fate = 'there' | 'asked' | 'thereAfterAll' | 'none';

/** Where a small picture is; null while the server makes it. Without one, `isMissing`. */
export function useThumbnail(url: string | null) {
  const [fate, setFate] = useState<Fate>('there');
  useEffect(() => {
    if (fate !== 'asked' || url === null) return;
    const leaving = new AbortController();
    void import('@/lib/client/when-there')
      .then(({ whenThere }) => whenThere(url, leaving.signal))
      .then((isThere) => {
        if (!leaving.signal.aborted) setFate(isThere ? 'thereAfterAll' : 'none');
      });
    return () => leaving.abort();
  }, [fate, url]);
  return {
    src: fate === 'there' || fate === 'thereAfterAll' ? url : null,
    isMissing: url === null || fate === 'none',
    fail: () => setFate(fate === 'there' ? 'asked' : 'none'),
  };
}
