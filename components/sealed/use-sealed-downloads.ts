import { useEffect, useState } from 'react';
import { onUnsaved } from '@/lib/client/sealed/open-in-worker';
import { sealedRoot, type UnsavedReason } from '@/lib/client/sealed/worker/worker-share';

/**
 * Browsers ask the server, not the service worker, for links with `download`: a frame asks the worker.
 * Returns why the last download failed.
 */
export function useSealedDownloads(): UnsavedReason | null {
  const [failure, setFailure] = useState<UnsavedReason | null>(null);
  useEffect(() => onUnsaved(setFailure), []);
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (!link?.pathname.startsWith(sealedRoot)) return;
      event.preventDefault();
      setFailure(null);
      if (isSafari()) void saveInMemory(link.href, setFailure);
      else
        document.body.append(
          Object.assign(document.createElement('iframe'), { hidden: true, src: link.href }),
        );
    };
    document.addEventListener('click', follow, true);
    return () => document.removeEventListener('click', follow, true);
  }, []);
  return failure;
}

/** Safari's downloads go by its workers. */
const isSafari = () => navigator.vendor.startsWith('Apple');

const maxBytes = 1024 ** 3;

async function saveInMemory(href: string, onFailure: (failure: UnsavedReason) => void): Promise<void> {
  const response = await fetch(href).catch(() => null);
  if (!response?.ok) return; // the worker tells why
  if (Number(response.headers.get('content-length')) > maxBytes) {
    onFailure('tooLarge');
    return response.body?.cancel();
  }
  const whole = await response.blob().catch(() => null);
  if (!whole) return;
  const [, name = ''] =
    /filename\*=UTF-8''(.+)$/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  const url = URL.createObjectURL(whole);
  Object.assign(document.createElement('a'), { href: url, download: decodeURIComponent(name) }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
