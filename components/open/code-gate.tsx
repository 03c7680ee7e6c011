'use client';

import { useTranslations } from 'next-intl';
import { SentBy } from '@/components/sender/sent-by';
import { call } from '@/lib/client/call/call';
import { open } from '@/lib/contract/open';
import type { Sender } from '@/lib/contract/share/sender';
import { CodeDoor } from './code-door';

type CodeGateProps = { linkId: string; sender: Sender | null; onProven: () => void };

export function CodeGate({ linkId, sender, onProven }: CodeGateProps) {
  const t = useTranslations('open');
  const params = { id: linkId };
  return (
    <CodeDoor
      link={linkId}
      text={t('code.text')}
      send={() => call(open.sendCode, { params })}
      prove={(code) => call(open.proveCode, { params, body: { code } })}
      onProven={onProven}
    >
      <SentBy sender={sender} />
    </CodeDoor>
  );
}
