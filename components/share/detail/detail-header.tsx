import { useTranslations } from 'next-intl';
import { Dotted } from '@/components/ui/dotted';
import { Status } from '@/components/ui/status-dot';
import { useShortBytes } from '@/lib/client/content/use-bytes';
import { useTitle } from '@/lib/client/use-title';
import type { ShareDetail } from '@/lib/contract/share/share-shapes';
import type { PublishState } from '@/lib/domain/publish';
import { incompleteCount, totalOf } from '@/lib/domain/share-total';

const dots = { unpublished: 'draft', published: 'live', expired: 'ended', 'used-up': 'ended' } as const;

export function DetailHeader({ detail, state }: { detail: ShareDetail; state: PublishState }) {
  const t = useTranslations('share.detail');
  const sizeText = useShortBytes();
  const titleOf = useTitle();
  const list = useTranslations('share.list');
  const { files: count, size } = totalOf(detail);
  const missing = incompleteCount(detail);
  const isIncomplete = state === 'unpublished' && missing > 0;
  const isWithdrawn = state === 'unpublished' && detail.publishInfo !== null;
  return (
    <header className="mb-5">
      <p className="mb-1 text-sm text-muted tabular-nums">
        <Dotted>
          {detail.blocked || isIncomplete ? (
            <Status tone="ended" label={list(detail.blocked ? 'state.blocked' : 'state.incomplete')} />
          ) : (
            <Status tone={dots[state]} label={isWithdrawn ? list('state.withdrawn') : t(`state.${state}`)} />
          )}
          {t('summary', { count, size: sizeText(size) })}
          {missing > 0 && list('life.missing', { missing, count })}
        </Dotted>
      </p>
      <h1 className="text-3xl font-semibold tracking-tight text-balance [overflow-wrap:anywhere]">
        {titleOf(detail)}
      </h1>
    </header>
  );
}
