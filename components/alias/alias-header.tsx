import { useTranslations } from 'next-intl';
import { Status } from '@/components/ui/status-dot';
import type { AliasDetail } from '@/lib/contract/alias/alias';

export function AliasHeader({ detail: { name, owner, enabled } }: { detail: AliasDetail }) {
  const t = useTranslations('alias');
  return (
    <header className="mb-5">
      <p className="mb-1 flex flex-wrap items-center gap-x-1.5 text-sm text-muted">
        <Status tone={enabled ? 'live' : 'draft'} label={t(enabled ? 'list.on' : 'list.off')} />
        <span aria-hidden>·</span>
        {t('ownedBy', { owner })}
      </p>
      <h1 className="text-3xl font-semibold tracking-tight text-balance wrap-anywhere">{name}</h1>
    </header>
  );
}
