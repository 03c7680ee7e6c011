'use client';

import { ShieldCheckIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';
import { useProxySignIn } from './automatic-sign-in';

export function ProxyButton({ target, keep }: { target: string; keep: boolean }) {
  const t = useTranslations('login');
  const { pending, problem, signIn } = useProxySignIn(target, keep);
  return (
    <>
      <Button tone="quiet" pending={pending} onClick={signIn}>
        <ShieldCheckIcon aria-hidden />
        <span className="text-left whitespace-normal wrap-anywhere">{t('proxy')}</span>
      </Button>
      {problem && (
        <div className="mt-2.5">
          <Banner tone="error">{problem}</Banner>
        </div>
      )}
    </>
  );
}
