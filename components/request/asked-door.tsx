'use client';

import { useTranslations } from 'next-intl';
import { CodeDoor } from '@/components/open/code-door';
import { call } from '@/lib/client/call/call';
import { asked } from '@/lib/contract/alias/asked';

type AskedDoorProps = { from: string; token: string; onProven: () => void };

/** Before a request whose person proves the address. */
export function AskedDoor({ from, token, onProven }: AskedDoorProps) {
  const t = useTranslations('asked');
  return (
    <CodeDoor
      link={token}
      text={t('codeText')}
      send={() => call(asked.sendCode, { body: { token } })}
      prove={(code) => call(asked.proveCode, { body: { token, code } })}
      onProven={onProven}
    >
      <p className="mt-1 text-sm text-muted wrap-anywhere">{t('codeFrom', { from })}</p>
    </CodeDoor>
  );
}
