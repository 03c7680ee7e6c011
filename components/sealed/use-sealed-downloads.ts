import { useEffect, useState } from 'react';
import { removeLeftovers } from '@/lib/client/sealed/disk-file';
import { onSavingEnd } from '@/lib/client/sealed/open-in-worker';
import { saveByPage } from '@/lib/client/sealed/save-by-page';
import { sealedRoot, type UnsavedReason } from '@/lib/client/sealed/worker/worker-share';

/**
 * Browsers ask the server, not the service worker, for links with `download`: a frame asks the worker.
 * Returns why the last download failed.
 */
export function useSealedDownloads(): UnsavedReason | null {
  const [failure, setFailure] = useState<UnsavedReason | null>(null);
  useEffect(
    () =>
      onSavingEnd((address, reason) => {
        framesOf(address)[0]?.remove();
        if (reason) setFailure(reason);
      }),
    [],
  );
  useEffect(() => {
    if (isSafari()) void removeLeftovers();
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (!link?.pathname.startsWith(sealedRoot)) return;
      event.preventDefault();
      setFailure(null);
      if (isSafari()) void saveByPage(link.href).then((reason) => reason && setFailure(reason));
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

const framesOf = (address: string) =>
  [...document.querySelectorAll('iframe')].filter(({ hidden, src }) => hidden && src === address);

/** Safari's downloads go by its workers. */
const isSafari = () => navigator.vendor.startsWith('Apple');
