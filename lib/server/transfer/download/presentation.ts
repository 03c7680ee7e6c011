import 'server-only';
import { displayablePictures, displayType } from '@/lib/domain/file/file-type';
import type { StoredFile } from '@/lib/server/services/file/stored-file';
import { disposition } from './disposition';

type Wish = {
  /** `?download=1` */
  isDownload: boolean;
  /** `?preview=1` */
  isPreview: boolean;
  /** Another site leads the browser here as to a page. */
  isForeignNavigation: boolean;
  /** The browser is to show it as a page or in a frame, rather than to hand it to a script or a player. */
  isPage: boolean;
};

type Presentation = { type: string; inline: boolean };

/** How a browser gets to see a file: by type for what can't do harm, as a download of unknown bytes otherwise. */
export function present(file: StoredFile, wish: Wish): { type: string; disposition: string } {
  const { type, inline } = presentationOf(displayType(file.mimeType, file.name), wish);
  const isShown = inline && !wish.isDownload && !wish.isForeignNavigation;
  return { type, disposition: disposition(file.name, isShown ? 'inline' : 'attachment') };
}

function presentationOf(type: string, { isPreview, isPage }: Wish): Presentation {
  const family = type.split('/', 1)[0];
  if (type === 'image/svg+xml') return { type, inline: isPreview };
  if (family === 'text') return { type: 'text/plain; charset=utf-8', inline: true };
  // Browsers run a document's scripts, which may open dialogs and call elsewhere. Our own viewer runs none.
  if (type === 'application/pdf') return { type, inline: !isPage };
  if (displayablePictures.includes(type) || family === 'video' || family === 'audio')
    return { type, inline: true };
  return { type: 'application/octet-stream', inline: false };
}
