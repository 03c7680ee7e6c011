'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { previewKind } from '@/lib/domain/file/file-type';
import { usePictureLinks, useThumbnail } from '../thumbnail';
import { ImagePreview } from './image-preview';
import { PdfPreview } from './pdf-preview';
import { type PreviewProps, Unpreviewable, useAheadAddress } from './preview-parts';
import { TextPreview } from './text-preview';

export function PreviewStage(props: PreviewProps) {
  const { isLimited, sealed } = props.source;
  const kind = previewKind(props.file.mimetype, props.file.filename);
  if (isLimited && (sealed || kind !== 'text')) return <LimitedPreview {...props} kind={kind} />;
  switch (kind) {
    case 'image':
      return <ImagePreview {...props} />;
    case 'video':
    case 'audio':
      return <MediaPreview {...props} kind={kind} />;
    case 'text':
      return <TextPreview {...props} />;
    case 'pdf':
      return <PdfPreview {...props} />;
    case null:
      return <Unpreviewable {...props} />;
  }
}

/** Not in a sandboxed frame, which would load the file without the visitor's cookies. */
export function MediaPreview({ file, links, kind }: PreviewProps & { kind: 'video' | 'audio' }) {
  const t = useTranslations('preview');
  const [failed, setFailed] = useState(false);
  if (failed) return <Unpreviewable file={file} links={links} reason={t('mediaFailed')} />;

  const player = {
    src: links.preview,
    controls: true,
    preload: 'metadata',
    'aria-label': file.filename,
    onError: () => setFailed(true),
  } as const;
  if (kind === 'audio') {
    return <audio {...player} className="m-auto w-full max-w-xl px-6" />;
  }
  return <video {...player} playsInline className="m-auto max-h-full max-w-full" />;
}

/** Displays only the thumbnail, which doesn't count as a download. */
export function LimitedPreview({
  file,
  source,
  links,
  isAhead,
  kind,
}: PreviewProps & { kind: ReturnType<typeof previewKind> }) {
  const t = useTranslations('preview');
  const { large } = usePictureLinks(file, source);
  const marked = useAheadAddress(isAhead, large);
  const { src, fail } = useThumbnail(large && marked(large));
  return (
    <Unpreviewable
      file={file}
      links={links}
      reason={t(src !== null && kind === 'image' ? 'limitedPicture' : 'limited')}
    >
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
