import { ChevronLeftIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Link } from '@/components/ui/link';
import { paths } from '@/lib/paths';

export function AccountPage({ title, children }: { title: string; children: ReactNode }) {
  const t = useTranslations('account');
  return (
    <div className="mx-auto w-full max-w-xl">
      <Link
        href={paths.accounts}
        className="-ml-1 inline-flex h-9 items-center gap-1 rounded-control pr-2 text-sm text-muted hover:text-ink pointer-coarse:h-11"
      >
        <ChevronLeftIcon aria-hidden className="size-4" />
        {t('back')}
      </Link>
      <h1 className="mt-1 mb-6 text-2xl font-semibold tracking-tight text-balance wrap-anywhere">{title}</h1>
      {children}
    </div>
  );
}
