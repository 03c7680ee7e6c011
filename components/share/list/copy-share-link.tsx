'use client';

import { useTranslations } from 'next-intl';
import { CopyButton } from '@/components/ui/copy-button';
import { useAppConfig } from '@/lib/client/app-config';
import { useKeptKeys } from '@/lib/client/sealed/use-kept-keys';
import { useListTitle } from '@/lib/client/use-list-title';
import type { ShareListItem } from '@/lib/contract/share/share-shapes';
import { paths } from '@/lib/paths';

export function CopyShareLink({ item }: { item: ShareListItem }) {
  const t = useTranslations('share.list.copy');
  const titleOf = useListTitle();
  const { baseUrl } = useAppConfig();
  const key = useKeptKeys().get(item.id)?.key;
  // Without its key a sealed share's link opens nothing.
  if (item.linkId === null || (item.e2ee && !key)) return null;
  return (
    <CopyButton
      iconOnly
      text={`${baseUrl}${paths.open(item.linkId)}${key ? `#k=${key}` : ''}`}
      label={t('label', { name: titleOf(item) })}
      copiedLabel={t('done')}
      failedLabel={t('failed')}
    />
  );
}
