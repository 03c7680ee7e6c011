import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { BackLink } from '@/components/ui/back-link';
import { paths } from '@/lib/paths';

export function AccountPage({ title, children }: { title: string; children: ReactNode }) {
  const t = useTranslations('account');
  return (
    <div className="mx-auto w-full max-w-xl">
      <BackLink href={paths.accounts}>{t('back')}</BackLink>
      <h1 className="mt-1 mb-6 text-2xl font-semibold tracking-tight text-balance wrap-anywhere">{title}</h1>
      {children}
    </div>
  );
}
