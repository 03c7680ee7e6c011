'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { Empty } from '@/components/ui/empty';
import { SealedGate } from './sealed-gate';
import { useFittingKey } from './use-sealed-share';

type SealedDoorProps = {
  linkId: string;
  isSealed: boolean;
  manifestStart: string | null;
  children: ReactNode;
};

const keyInHash = /^#k=[\w-]{43}/;

/** A link with a key opens nothing plain: a server that hides the seal could hand out files of its own. */
export function SealedDoor({ isSealed, ...door }: SealedDoorProps) {
  const t = useTranslations('open.denied');
  if (isSealed) return <KeyDoor {...door} />;
  return keyInHash.test(location.hash) ? (
    <Empty heading="h1" title={t('title')} text={t('text')} />
  ) : (
    door.children
  );
}

/** Lets visitors in, which spends a view, once this browser can open the share and the key fits. */
function KeyDoor({ linkId, manifestStart, children }: Omit<SealedDoorProps, 'isSealed'>) {
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
