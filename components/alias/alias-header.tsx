import { ArrowRightIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { ButtonLink } from '@/components/ui/button-link';
import { Status } from '@/components/ui/status-dot';
import type { AliasDetail } from '@/lib/contract/alias';
import { paths } from '@/lib/paths';

export function AliasHeader({ detail: { id, name, owner, enabled } }: { detail: AliasDetail }) {
  const t = useTranslations('alias');
  return (
    <header className="mb-5 flex flex-wrap items-end gap-x-6 gap-y-3">
      <div className="mr-auto min-w-0">
        <p className="mb-1 flex flex-wrap items-center gap-x-1.5 text-sm text-muted">
          <Status tone={enabled ? 'live' : 'draft'} label={t(enabled ? 'list.on' : 'list.off')} />
          <span aria-hidden>·</span>
          {t('ownedBy', { owner })}
        </p>
        <h1 className="text-3xl font-semibold tracking-tight text-balance wrap-anywhere">{name}</h1>
      </div>
      <span className="max-sm:-ml-3.5">
        <ButtonLink tone="ghost" href={paths.sharesThrough(id)}>
          {t('received')}
          <ArrowRightIcon aria-hidden />
        </ButtonLink>
      </span>
    </header>
  );
}
