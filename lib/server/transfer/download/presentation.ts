import 'server-only';
import { displayablePictures, displayType } from '@/lib/domain/file/file-type';
import type { StoredFile } from '@/lib/server/services/file/stored-file';
import { disposition } from './disposition';

type PresentationRequest = {
  /** `?download=1` */
  isDownload: boolean;
  /** `?preview=1` */
  isPreview: boolean;
  /** Another site navigates the browser here. */
  isForeignNavigation: boolean;
  /** The browser shows the response as a page or in a frame. */
  isPage: boolean;
};

/** Files that could run scripts are sent as downloads. */
export function present(
  file: StoredFile,
  request: PresentationRequest,
): { type: string; disposition: string } {
  const { type, inline } = presentationOf(displayType(file.mimeType, file.name), request);
  const isInline = inline && !request.isDownload && !request.isForeignNavigation;
  return { type, disposition: disposition(file.name, isInline ? 'inline' : 'attachment') };
}

function presentationOf(
  type: string,
  { isPreview, isPage }: PresentationRequest,
): { type: string; inline: boolean } {
  const family = type.split('/', 1)[0];
  if (type === 'image/svg+xml') return { type, inline: isPreview };
  if (family === 'text') return { type: 'text/plain; charset=utf-8', inline: true };
  // Browsers' PDF viewers run a document's scripts; our own viewer doesn't.
  if (type === 'application/pdf') return { type, inline: !isPage };
  if (displayablePictures.includes(type) || family === 'video' || family === 'audio')
    return { type, inline: true };
  return { type: 'application/octet-stream', inline: false };
}
