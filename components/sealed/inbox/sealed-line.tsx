'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { Banner } from '@/components/ui/dialog/banner';
import { canSealInboxesHere } from '@/lib/client/sealed/can-seal';
import type { KeyCheck } from '@/lib/domain/sealed/key-check';
import { useKeyCheck } from './use-key-check';

type SealedLineTexts = Record<Exclude<KeyCheck, 'plain' | 'unsealed'> | 'unable', string>;

type SealedLineProps = {
  aliasId: string;
  publicKey: string;
  texts: SealedLineTexts;
  /** Above the promise, where it holds: the server draws it. */
  children: ReactNode;
};

/** Tells senders for whom their browser encrypts, or why it sends nothing. */
export function SealedLine({ aliasId, publicKey, texts, children }: SealedLineProps) {
  const [canSeal, setCanSeal] = useState(true);
  useEffect(() => void canSealInboxesHere().then(setCanSeal), []);
  const check = useKeyCheck(aliasId, publicKey) ?? 'fits';
  if (check === 'plain' || check === 'unsealed') return null;
  const isOpen = (check === 'fits' || check === 'unchecked') && canSeal;
  return (
    <div className="mb-6">
      {isOpen ? (
        <div className="flex flex-col items-start gap-2 text-sm text-pretty text-muted">
          {children}
          <p>{texts[check]}</p>
        </div>
      ) : (
        <Banner tone="error">{canSeal ? texts[check] : texts.unable}</Banner>
      )}
    </div>
  );
}
