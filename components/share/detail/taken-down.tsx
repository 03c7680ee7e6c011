import { useFormatter, useTranslations } from 'next-intl';
import { Banner } from '@/components/ui/dialog/banner';
import type { ShareDetail } from '@/lib/contract/share/share-shapes';
import { dateTimeFormat } from '@/lib/domain/time/moment';

type TakenDownProps = { what: 'share' | 'alias'; block: NonNullable<ShareDetail['blocked']> };

/** For the owner, in place of the link. */
export function TakenDown({ what, block: { at, reason } }: TakenDownProps) {
  const t = useTranslations('share.takenDown');
  const format = useFormatter();
  return (
    <div className="mb-4">
      <Banner tone="error">
        <p className="font-medium">
          {t('title', { date: format.dateTime(at, dateTimeFormat('medium', 'short')) })}
        </p>
        <p className="mt-1 whitespace-pre-line">{reason}</p>
        <p className="mt-1 text-muted">{t(what)}</p>
      </Banner>
    </div>
  );
}
