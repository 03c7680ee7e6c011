'use client';

import { clsx } from 'clsx';
import { useFormatter, useTranslations } from 'next-intl';
import type { EditedField } from '@/components/share/edit/editable-row';
import { useRelativeTime } from '@/components/share/use-period';
import { Meter } from '@/components/ui/meter';
import type { ShareDetail } from '@/lib/contract/share/share-shapes';
import type { ShareLife } from '@/lib/domain/share-life';
import { dateTimeFormat } from '@/lib/domain/time/moment';

type TicketMetersProps = {
  detail: ShareDetail;
  life: ShareLife;
  now: number;
  onEdit: ((field: EditedField) => void) | undefined;
};

export function TicketMeters({ detail, life, now, onEdit }: TicketMetersProps) {
  const t = useTranslations('share.detail.ticket');
  const format = useFormatter();
  const timeTo = useRelativeTime();
  const { publishInfo, maxViews, viewsLimited, maxDownloads, password } = detail;
  if (!publishInfo) return null;
  const editOf = (field: EditedField, what: string) =>
    onEdit && { label: t('change', { what }), onEdit: () => onEdit(field) };
  const downloads = publishInfo.downloads ?? 0;
  const isExpired = life.state === 'expired';
  const exactEnd = format.dateTime(publishInfo.publishUntil, dateTimeFormat('full', 'medium'));

  return (
    <dl
      className={clsx(
        'mt-6 grid gap-4 border-t border-line pt-5 sm:gap-6',
        maxDownloads === null ? 'grid-cols-3' : 'grid-cols-2 sm:grid-cols-4',
      )}
    >
      <Meter
        label={t(isExpired ? 'expired' : 'expires')}
        edit={editOf('validity', t(isExpired ? 'expired' : 'expires'))}
        value={timeTo(publishInfo.publishUntil, now)}
        title={exactEnd}
        fraction={life.timeLeft}
        tone={isExpired ? 'warn' : 'live'}
      />
      <Meter
        label={t('views')}
        edit={editOf('maxViews', t('views'))}
        value={
          viewsLimited
            ? t('viewsOf', { views: publishInfo.views, max: maxViews })
            : t('viewsAny', { views: publishInfo.views })
        }
        {...(viewsLimited && { fraction: life.viewsSpent })}
        tone={life.viewsSpent === 1 ? 'warn' : 'ink'}
      />
      {maxDownloads !== null && (
        <Meter
          label={t('downloads')}
          edit={editOf('maxDownloads', t('downloads'))}
          value={t('viewsOf', { views: downloads, max: maxDownloads })}
          fraction={downloads / maxDownloads}
          tone={downloads >= maxDownloads ? 'warn' : 'ink'}
        />
      )}
      <Meter
        label={t('password')}
        edit={editOf('password', t('password'))}
        value={t(password ? 'passwordSet' : 'passwordNone')}
      />
    </dl>
  );
}
