import { formLimits } from '@/lib/domain/inbox/inbox-form';

/** As large as it is ever shown, on the finest screens. */
const mostPixels = 320;

/** A picture as small as a logo has to be, in base64. An SVG becomes a picture. Null: this browser can't read it. */
export async function smallPicture(file: File): Promise<string | null> {
  const picture = await pictureIn(file);
  if (!picture) return null;
  for (let most = mostPixels; most >= 40; most /= 2) {
    const small = await drawn(picture, most);
    if (small && small.size <= formLimits.logoBytes) return base64Of(small);
  }
  return null;
}

async function pictureIn(file: File): Promise<HTMLImageElement | null> {
  const picture = new Image();
  picture.src = URL.createObjectURL(file);
  try {
    await picture.decode();
    return picture;
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(picture.src);
  }
}

/** WebP, or PNG where a browser writes no WebP. */
function drawn(picture: HTMLImageElement, most: number): Promise<Blob | null> {
  const width = picture.naturalWidth || most; // a drawing may say nothing of its size
  const height = picture.naturalHeight || most;
  const scale = Math.min(1, most / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/webp', 0.9));
}

async function base64Of(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
