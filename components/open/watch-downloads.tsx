'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent } from 'react';
import { useToast } from '@/components/ui/dialog/toast';
import { useShortBytes } from '@/lib/client/content/use-bytes';
import type { FileTotals } from '@/lib/domain/share-total';

const refusals = [401, 403, 404];

/**
 * Says when all has begun to be downloaded. Asks again for what the browser downloads: if it is refused, only the page
 * can say why.
 */
export function WatchDownloads({ total }: { total: FileTotals | null }) {
  const t = useTranslations('open');
  const say = useToast();
  const sizeText = useShortBytes();
  const look = useEffectEvent(async ({ target }: MouseEvent) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[download]') : null;
    if (!link || link.origin !== location.origin || !link.pathname.startsWith('/api/v2/open/')) return;
    const answer = await fetch(link.href, { method: 'HEAD' }).catch(() => null);
    if (answer && refusals.includes(answer.status)) location.reload();
    else if (answer?.ok && link.id === 'download-all')
      say(t('downloadBegun', { size: sizeText(total?.size ?? 0) }));
  });
  useEffect(() => {
    const listen = (event: MouseEvent) => void look(event);
    document.addEventListener('click', listen);
    return () => document.removeEventListener('click', listen);
  }, []);
  return null;
}
