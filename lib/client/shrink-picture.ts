import { formLimits } from '@/lib/domain/inbox/inbox-form';

/** Returns the picture as base64 within `maxBytes`; null when the browser can't read it. Rasterizes SVG. */
export async function shrinkPicture(
  file: File,
  maxPixels: number,
  maxBytes: number = formLimits.logoBytes,
): Promise<string | null> {
  const picture = await loadPicture(file);
  if (!picture) return null;
  for (let limit = maxPixels; limit >= 40; limit /= 2) {
    const small = await drawScaled(picture, limit);
    if (small && small.size <= maxBytes) return base64Of(small);
  }
  return null;
}

async function loadPicture(file: File): Promise<HTMLImageElement | null> {
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

/** Encodes as WebP, or as PNG in browsers that write no WebP. */
function drawScaled(picture: HTMLImageElement, limit: number): Promise<Blob | null> {
  const width = picture.naturalWidth || limit; // an SVG may have no size of its own
  const height = picture.naturalHeight || limit;
  const scale = Math.min(1, limit / Math.max(width, height));
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
