'use client';

import { useTranslations } from 'next-intl';
import { ButtonLink } from '@/components/ui/button-link';
import { useCall } from '@/lib/client/call/use-call';
import { alias } from '@/lib/contract/alias/alias';
import { shortId } from '@/lib/domain/ident';
import { paths } from '@/lib/paths';

/** Above a list that has only what came through one alias: which, and the way to all. */
export function ThroughAlias({ aliasId }: { aliasId: string }) {
  const t = useTranslations('share.list');
  const home = useTranslations('home');
  const { data, error } = useCall(alias.get, { params: { id: aliasId } });
  const name = data?.name ?? (error && shortId(aliasId));
  return (
    <div className="-mt-2 mb-4 flex min-h-9 flex-wrap items-center gap-x-2">
      <p className="min-w-0 truncate text-sm text-muted">{name && t('through', { name })}</p>
      <ButtonLink tone="ghost" href={paths.shares}>
        {home('all')}
      </ButtonLink>
    </div>
  );
}
