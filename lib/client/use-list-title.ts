import { useTranslations } from 'next-intl';
import { useKeptKeys } from '@/lib/client/sealed/use-kept-keys';
import type { ShareListItem } from '@/lib/contract/share/share-shapes';
import type { TitledShare } from '@/lib/domain/title';
import { useTitle } from './use-title';

type RowShare = TitledShare & Pick<ShareListItem, 'name' | 'sentBy' | 'e2ee'>;

/** The words of a sealed share are known only where its key is kept. */
export function useListTitle(): (share: RowShare) => string {
  const titleOf = useTitle();
  const t = useTranslations('sealed');
  const kept = useKeptKeys();
  return (share) => {
    if (share.e2ee) return kept.get(share.id)?.title || t('listed');
    return share.name ?? share.sentBy ?? titleOf(share);
  };
}
