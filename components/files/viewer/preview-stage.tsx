'use client';

import { previewKind } from '@/lib/domain/file/file-type';
import { ImagePreview } from './image-preview';
import { LimitedPreview } from './limited-preview';
import { MediaPreview } from './media-preview';
import { PdfPreview } from './pdf-preview';
import type { PreviewProps } from './preview-props';
import { TextPreview } from './text-preview';
import { Unpreviewable } from './unpreviewable';

export function PreviewStage(props: PreviewProps) {
  if (props.source.isLimited) return <LimitedPreview {...props} />;
  const kind = previewKind(props.file.mimetype, props.file.filename);
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
