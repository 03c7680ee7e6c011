import type { Route } from 'next';
import { useTranslations } from 'next-intl';
import { Banner } from '@/components/ui/dialog/banner';
import { Link } from '@/components/ui/link';
import { readLink } from '@/lib/domain/pasted/link';
import { paths } from '@/lib/paths';

/** Leads an admin who has pasted a link into a search to what it opens. */
export function LinkHint({ q }: { q: string }) {
  const t = useTranslations('oversight');
  if (readLink(q) === null) return null;
  return (
    <div className="mb-6">
      <Banner tone="info">
        <Link
          href={`${paths.overseenShares}?${new URLSearchParams({ q })}` as Route}
          className="font-medium underline underline-offset-4"
        >
          {t('linkHint')}
        </Link>
      </Banner>
    </div>
  );
}
