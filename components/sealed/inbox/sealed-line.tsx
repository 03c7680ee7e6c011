'use client';

import { LockKeyholeIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Banner } from '@/components/ui/dialog/banner';
import { canSealInboxesHere } from '@/lib/client/sealed/can-seal';

/** Tells senders that their browser seals what they send. @param unable said where it can’t */
export function SealedLine({ text, unable }: { text: string; unable: string }) {
  const [canSeal, setCanSeal] = useState(true);
  useEffect(() => void canSealInboxesHere().then(setCanSeal), []);
  return (
    <div className="mb-6">
      {canSeal ? (
        <p className="flex gap-2 text-sm text-pretty text-muted">
          <LockKeyholeIcon aria-hidden className="mt-0.5 size-4 shrink-0" />
          {text}
        </p>
      ) : (
        <Banner tone="error">{unable}</Banner>
      )}
    </div>
  );
}
