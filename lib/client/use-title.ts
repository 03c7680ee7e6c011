import { useFormatter, useTranslations } from 'next-intl';
import { type TitledShare, titleFacts, titleOf } from '@/lib/domain/title';
import { titleWords } from '@/lib/i18n/title-words';

/** What lists call a share by: its name first. */
export function useListTitle(): (share: TitledShare & { name: string | null }) => string {
  const titleOf = useTitle();
  return (share) => share.name ?? titleOf(share);
}

/** What a share is called, in the reader's language, wherever it is spoken of by itself. */
export function useTitle(): (share: TitledShare) => string {
  const words = titleWords(useTranslations('files'), useFormatter());
  return (share) => titleOf(titleFacts(share), words);
}
