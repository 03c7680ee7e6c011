import { useTranslations } from 'next-intl';
import { CopyButton } from '@/components/ui/copy-button';
import { useAppConfig } from '@/lib/client/app-config';
import { useListTitle } from '@/lib/client/use-title';
import type { ShareListItem } from '@/lib/contract/share/share-shapes';
import { paths } from '@/lib/paths';

/** Visible on hover and focus, and always on touch screens. Stacked above the row's own link. */
export function CopyShareLink({ item }: { item: ShareListItem }) {
  const t = useTranslations('share.list.copy');
  const titleOf = useListTitle();
  const { baseUrl } = useAppConfig();
  if (item.linkId === null) return null;
  return (
    <span className="relative z-1 block opacity-0 group-hover:opacity-100 focus-within:opacity-100 pointer-coarse:opacity-100">
      <CopyButton
        iconOnly
        text={`${baseUrl}${paths.open(item.linkId)}`}
        label={t('label', { name: titleOf(item) })}
        copiedLabel={t('done')}
        failedLabel={t('failed')}
      />
    </span>
  );
}
