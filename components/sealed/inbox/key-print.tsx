'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Banner } from '@/components/ui/dialog/banner';
import { knownFingerprint } from '@/lib/client/sealed/known-inbox-keys';

/** Warns the owner when the server names another key than the one that this browser knows. */
export function KeyPrint({ aliasId, fingerprint }: { aliasId: string; fingerprint: string }) {
  const t = useTranslations('sealed.inbox');
  const [isForeign, setForeign] = useState(false);
  useEffect(() => {
    const known = knownFingerprint(aliasId);
    setForeign(known !== null && known !== fingerprint);
  }, [aliasId, fingerprint]);
  return isForeign ? <Banner tone="error">{t('foreign')}</Banner> : null;
}
