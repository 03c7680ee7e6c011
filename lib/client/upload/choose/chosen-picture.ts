'use client';

import { useEffect, useState } from 'react';
import { type ThumbnailKind, thumbnailKind } from '@/lib/domain/file/file-type';

type PictureJob = { file: File; kind: ThumbnailKind; show: (url: string) => void };

const side = 64;
const maxPictureBytes = 25 * 1024 ** 2;
const filmTimeoutMs = 5000;

/** Data URLs, which end with their files; "" where none could be made. */
const made = new WeakMap<File, string>();
let jobs: readonly PictureJob[] = [];
let isMaking = false;

/** Makes a small picture of a chosen picture or film. Null until there is one. @param isHeld waits with making it */
export function useChosenPicture(file: File, isHeld: boolean): string | null {
  const [url, show] = useState(() => made.get(file) ?? null);
  useEffect(() => {
    const kind = thumbnailKind({ mimeType: file.type, name: file.name, sizeBytes: file.size });
    if (isHeld || made.has(file) || !kind || (kind === 'picture' && file.size > maxPictureBytes)) return;
    const job = { file, kind, show };
    jobs = [...jobs, job];
    void makeAll();
    return () => {
      jobs = jobs.filter((one) => one !== job);
    };
  }, [file, isHeld]);
  return url || null;
}

/** One at a time while the browser is idle: pictures first, because films take longer. */
async function makeAll(): Promise<void> {
  if (isMaking) return;
  isMaking = true;
  for (;;) {
    await idle();
    const job = jobs.find(({ kind }) => kind === 'picture') ?? jobs[0];
    if (!job) break;
    const url = await smallPicture(job).catch(() => '');
    made.set(job.file, url);
    // A row that has been scrolled away asks again.
    if (jobs.includes(job)) job.show(url);
    jobs = jobs.filter((one) => one !== job);
  }
  isMaking = false;
}

// Safari has no idle callbacks.
const idle = () =>
  new Promise<unknown>((resolve) =>
    'requestIdleCallback' in window ? requestIdleCallback(resolve) : setTimeout(resolve, 50),
  );

async function smallPicture({ file, kind }: PictureJob): Promise<string> {
  if (kind === 'film') return smallFilm(file);
  const picture = await createImageBitmap(file, { resizeWidth: 2 * side, resizeQuality: 'medium' });
  try {
    return draw(picture, picture);
  } finally {
    picture.close();
  }
}

async function smallFilm(file: File): Promise<string> {
  const src = URL.createObjectURL(file);
  const film = Object.assign(document.createElement('video'), { muted: true, preload: 'auto', src });
  try {
    await new Promise((found, failed) => {
      film.onloadedmetadata = () => {
        film.currentTime = Math.min(1, film.duration / 2);
      };
      film.onseeked = found;
      film.onerror = failed;
      setTimeout(failed, filmTimeoutMs);
    });
    return draw(film, { width: film.videoWidth, height: film.videoHeight });
  } finally {
    film.removeAttribute('src');
    film.load();
    URL.revokeObjectURL(src);
  }
}

/** Fills a square. */
function draw(source: CanvasImageSource, { width, height }: { width: number; height: number }): string {
  const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side });
  const scale = side / Math.min(width, height);
  const [w, h] = [width * scale, height * scale];
  canvas.getContext('2d')?.drawImage(source, (side - w) / 2, (side - h) / 2, w, h);
  return canvas.toDataURL('image/webp', 0.8);
}
