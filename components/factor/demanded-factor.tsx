'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { signOut } from '@/lib/client/session/sign-out';
import { FactorSetup } from './factor-setup';

const AddPasskey = dynamic(() => import('./add-passkey').then((part) => part.AddPasskey), { ssr: false });

type DemandedFactorProps = { login: string; target: string; hasPasskeys: boolean };

/** @param target a path of this application, loaded in full: the session may do all from then on */
export function DemandedFactor({ login, target, hasPasskeys }: DemandedFactorProps) {
  const t = useTranslations('factor');
  const [isPasskey, setPasskey] = useState(false);
  const goOn = () => location.replace(target);
  return (
    <div className="flex flex-col items-start gap-6">
      <div className="w-full rounded-card border border-line bg-raised p-6 shadow-card">
        {isPasskey ? (
          <AddPasskey login={login} asksCode={false} onCancel={() => setPasskey(false)} onDone={goOn} />
        ) : (
          <FactorSetup login={login} onDone={goOn} />
        )}
      </div>
      {hasPasskeys && !isPasskey && (
        <Button tone="ghost" onClick={() => setPasskey(true)}>
          {t('passkeys.instead')}
        </Button>
      )}
      <Button tone="ghost" onClick={() => void signOut()}>
        {t('signOut')}
      </Button>
    </div>
  );
}
