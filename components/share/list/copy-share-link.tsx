'use client';

import { useTranslations } from 'next-intl';
import { CopyButton } from '@/components/ui/copy-button';
import { useAppConfig } from '@/lib/client/app-config';
import { useListTitle } from '@/lib/client/use-title';
import type { ShareListItem } from '@/lib/contract/share/share-shapes';
import { paths } from '@/lib/paths';

export function CopyShareLink({ item }: { item: ShareListItem }) {
  const t = useTranslations('share.list.copy');
  const titleOf = useListTitle();
  const { baseUrl } = useAppConfig();
  if (item.linkId === null) return null;
  return (
    <CopyButton
      iconOnly
      text={`${baseUrl}${paths.open(item.linkId)}`}
      label={t('label', { name: titleOf(item) })}
      copiedLabel={t('done')}
      failedLabel={t('failed')}
    />
  );
}
