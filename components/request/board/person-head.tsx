import { useTranslations } from 'next-intl';
import { Status } from '@/components/ui/status-dot';
import type { BoardRow } from '@/lib/contract/alias/round';
import { useDay } from '../use-day';

type PersonHeadProps = { row: BoardRow; roundDue: string };

/** Name and address, and what is unusual about the person. */
export function PersonHead({ row, roundDue }: PersonHeadProps) {
  const t = useTranslations('request.board');
  const dayOf = useDay();
  const { name, address, due, late, complete, refusal, stopped } = row;
  return (
    <span className="flex min-w-0 flex-col gap-0.5 wrap-anywhere">
      <span className="font-medium">{name}</span>
      <span className="text-xs text-muted">{address}</span>
      {late && <Status tone="ended" label={t('late')} />}
      {complete !== null && <Status tone="live" label={t('complete')} />}
      {due !== roundDue && <span className="text-xs text-muted">{t('until', { date: dayOf(due) })}</span>}
      {refusal !== null && (
        <span className="text-xs text-danger">
          {refusal === '' ? t('notReached') : t('notMailed', { reason: refusal })}
        </span>
      )}
      {stopped !== null && <span className="text-xs text-muted">{t('stopped')}</span>}
    </span>
  );
}
