import { useEffect, useState } from 'react';
import { removeLeftovers } from '@/lib/client/sealed/disk-file';
import { onSavingEnd } from '@/lib/client/sealed/open-in-worker';
import { saveByPage } from '@/lib/client/sealed/save-by-page';
import type { UnsavedReason } from '@/lib/client/sealed/worker/worker-share';
import { sealedRoot } from '@/lib/domain/sealed/sealed-root';

/** Firefox takes an answer later than the worker has ended it, and may first ask where to save it. */
const takenWithinMs = 10 * 60_000;

/**
 * Browsers ask the server, not the service worker, for links with `download`: a frame asks the worker.
 * Returns why the last download failed.
 */
export function useSealedDownloads(): UnsavedReason | null {
  const [failure, setFailure] = useState<UnsavedReason | null>(null);
  useEffect(
    () =>
      onSavingEnd((address, reason) => {
        forgetFrame(address);
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
      // The worker may have told a better reason already.
      const fail = (reason: UnsavedReason | null) => setFailure((told) => told ?? reason);
      if (isSafari()) void saveByPage(link.href).then(fail, () => fail('stopped'));
      else saveByFrame(link.href, () => fail('stopped'));
    };
    document.addEventListener('click', follow, true);
    return () => document.removeEventListener('click', follow, true);
  }, []);
  return failure;
}

/** @param onRefused called when a page comes in place of a download: the worker is gone */
function saveByFrame(src: string, onRefused: () => void): void {
  const frame = Object.assign(document.createElement('iframe'), { hidden: true, src });
  frame.addEventListener('load', () => {
    if (frame.contentDocument?.URL !== 'about:blank') onRefused();
  });
  document.body.append(frame);
}

/** A frame that is removed too early takes its download with it. */
function forgetFrame(address: string): void {
  const frame = [...document.querySelectorAll('iframe')].find(
    ({ hidden, src, dataset }) => hidden && src === address && !dataset.answered,
  );
  if (!frame) return;
  frame.dataset.answered = 'true';
  setTimeout(() => frame.remove(), takenWithinMs);
}

/** Safari's downloads go by its workers. */
const isSafari = () => navigator.vendor.startsWith('Apple');
