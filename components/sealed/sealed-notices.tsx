import { useTranslations } from 'next-intl';
import { Banner } from '@/components/ui/dialog/banner';
import type { UnsavedReason } from '@/lib/client/sealed/worker/worker-share';
import type { SealedEntry } from '@/lib/domain/sealed/manifest';

type SealedNoticesProps = {
  /** Nobody sent it to whoever looks at it. */
  isOwn?: boolean;
  isOlder: boolean;
  missing: readonly SealedEntry[];
  failure: UnsavedReason | null;
};

const namesShown = 5;

/** Tells of files that couldn't be saved, and of those that the server should have and doesn't. */
export function SealedNotices({ isOwn = false, isOlder, missing, failure }: SealedNoticesProps) {
  const t = useTranslations('sealed');
  const names = missing.slice(0, namesShown).map(({ name }) => name);
  return (
    <>
      {isOlder && (
        <div className="mb-4">
          <Banner tone="error">{t(isOwn ? 'olderOwn' : 'older')}</Banner>
        </div>
      )}
      {failure !== null && (
        <div className="mb-4">
          <Banner tone="error">{t(failure)}</Banner>
        </div>
      )}
      {missing.length > 0 && (
        <div className="mb-4">
          <Banner tone="error">{t('missing', { count: missing.length, names: names.join(', ') })}</Banner>
        </div>
      )}
    </>
  );
}
