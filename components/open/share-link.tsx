'use client';

import { Share2Icon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { IconButton } from '@/components/ui/button';
import { linkToHandOn } from '@/lib/domain/sealed/link-to-hand-on';

/** Only where the system has a sheet for it; elsewhere the browser's own bar holds the link. */
export function ShareLink() {
  const t = useTranslations('preview');
  // Those who close the sheet again have changed their mind; nothing failed.
  const share = () => navigator.share({ url: linkToHandOn(location) }).catch(() => undefined);
  return (
    <IconButton tone="quiet" label={t('share')} onClick={share}>
      <Share2Icon />
    </IconButton>
  );
}
