'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { PreviewProps } from './preview-props';
import { Unpreviewable } from './unpreviewable';

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
