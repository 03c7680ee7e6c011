import { useFormatter, useTranslations } from 'next-intl';
import { type Titled, titleFacts, titleOf } from '@/lib/domain/title';
import { titleWords } from '@/lib/i18n/title-words';

/** What a share is called, in the reader's language; the same in every list and on every page. */
export function useTitle(): (share: Titled) => string {
  const words = titleWords(useTranslations('files'), useFormatter());
  return (share) => titleOf(titleFacts(share), words);
}
