'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { signOut } from '@/lib/client/session/sign-out';
import { FactorSetup } from './factor-setup';

/** @param target a path of this application, loaded in full: the session may do all from then on */
export function DemandedFactor({ login, target }: { login: string; target: string }) {
  const t = useTranslations('factor');
  return (
    <div className="flex flex-col items-start gap-6">
      <div className="w-full rounded-card border border-line bg-raised p-6 shadow-card">
        <FactorSetup login={login} onDone={() => location.replace(target)} />
      </div>
      <Button tone="ghost" onClick={() => void signOut()}>
        {t('signOut')}
      </Button>
    </div>
  );
}
