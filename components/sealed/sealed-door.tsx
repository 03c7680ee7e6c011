'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { SealedGate } from './sealed-gate';
import { useFittingKey } from './use-sealed-share';

type SealedDoorProps = { linkId: string; manifestStart: string | null; children: ReactNode };

/** Lets visitors in, which spends a view, once this browser can open the share and the key fits. */
export function SealedDoor({ linkId, manifestStart, children }: SealedDoorProps) {
  const t = useTranslations('open');
  const locked = useFittingKey(linkId, manifestStart);
  const [isIn, setIn] = useState(false);
  if (!locked && !isIn) setIn(true); // another key that is typed later opens no second visit
  if (!locked || isIn) return children;
  return (
    <>
      <noscript>
        <p className="mt-4 max-w-prose text-pretty">{t('noScript')}</p>
      </noscript>
      <SealedGate id={linkId} state={locked} />
    </>
  );
}
