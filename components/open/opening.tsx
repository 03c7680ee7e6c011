import { useTranslations } from 'next-intl';
import { SkeletonRows } from '@/components/ui/skeleton';

/** What is known before the share is open: its title. */
export function Opening({ title }: { title: string }) {
  const t = useTranslations('open');
  return (
    <article aria-busy="true">
      <h1 className="text-3xl font-semibold tracking-tight text-balance [overflow-wrap:anywhere]">{title}</h1>
      <noscript>
        <p className="mt-4 max-w-prose text-pretty">{t('noScript')}</p>
      </noscript>
      <div className="mt-10 border-y border-line">
        <SkeletonRows rows={3} label={t('opening')} />
      </div>
    </article>
  );
}
