'use client';

import { useTranslations } from 'next-intl';
import { usePictureLinks, useThumbnail } from '../thumbnail';
import type { PreviewProps } from './preview-props';
import { Unpreviewable } from './unpreviewable';
import { useAheadAddress } from './use-ahead-address';

/** Displays only the thumbnail, which doesn't count as a download. */
export function LimitedPreview({ file, source, links, isAhead }: PreviewProps) {
  const t = useTranslations('preview');
  const { large } = usePictureLinks(file, source);
  const marked = useAheadAddress(isAhead, large);
  const { src, fail } = useThumbnail(large && marked(large));
  return (
    <Unpreviewable file={file} links={links} reason={t('limited')}>
      {src !== null && (
        // biome-ignore lint/performance/noImgElement: made to size by our server, behind the file's own access check
        <img
          src={src}
          alt={file.filename}
          onError={fail}
          className="max-h-[50dvh] max-w-full object-contain"
        />
      )}
    </Unpreviewable>
  );
}
