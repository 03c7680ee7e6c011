import { useFormatter, useTranslations } from 'next-intl';
import { type TitledShare, titleFacts, titleOf } from '@/lib/domain/title';
import { titleWords } from '@/lib/i18n/title-words';

export function useTitle(): (share: TitledShare) => string {
  const words = titleWords(useTranslations('files'), useFormatter());
  return (share) => titleOf(titleFacts(share), words);
}
