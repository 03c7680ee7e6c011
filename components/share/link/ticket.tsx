'use client';

import { clsx } from 'clsx';
import { useTranslations } from 'next-intl';
import type { EditedField } from '@/components/share/edit/editable-row';
import type { usePublish } from '@/components/share/use-share';
import { useAppConfig } from '@/lib/client/app-config';
import type { ShareDetail } from '@/lib/contract/share/share-shapes';
import type { ShareLife } from '@/lib/domain/share-life';
import { linkWithView, type ViewMode } from '@/lib/domain/view-mode';
import { paths } from '@/lib/paths';
import { EndedHint } from './ended-hint';
import { LinkLine } from './link-line';
import { PhoneQr, QrStub } from './qr-plate';
import { TicketMeters } from './ticket-meters';

type TicketProps = {
  detail: ShareDetail;
  life: ShareLife;
  now: number;
  /** Null: chosen by the kind of files. */
  linkView: ViewMode | null;
  publishing: ReturnType<typeof usePublish>;
  onMail: () => void;
  onEdit?: (field: EditedField) => void;
  /** The link was just created, so copying it is the next step. */
  isNew?: boolean | undefined;
};

export function Ticket({ detail, life, now, linkView, publishing, onMail, onEdit, isNew }: TicketProps) {
  const t = useTranslations('share.detail.ticket');
  const { baseUrl } = useAppConfig();
  if (!detail.publishInfo) return null;
  const link = linkWithView(`${baseUrl}${paths.open(detail.publishInfo.id)}`, linkView);

  return (
    <section
      aria-label={t('label')}
      className="mb-8 flex overflow-clip rounded-card bg-raised shadow-card ring-1 ring-line"
    >
      <div
        className={clsx(
          'flex min-w-0 flex-1 flex-col p-5 sm:p-6',
          publishing.isFresh &&
            'transition-[translate,opacity] duration-240 ease-out starting:translate-x-full starting:opacity-0',
        )}
      >
        {life.state === 'published' ? (
          <p className="text-xs text-muted">{t(detail.password ? 'anyoneLocked' : 'anyone')}</p>
        ) : (
          <EndedHint detail={detail} state={life.state} publishing={publishing} />
        )}
        <LinkLine
          link={link}
          linkId={detail.publishInfo.id}
          isLive={life.state === 'published'}
          isNew={isNew}
          onMail={onMail}
        />
        <PhoneQr link={link} />
        <TicketMeters {...{ detail, life, now, onEdit }} />
      </div>
      <QrStub link={link} />
    </section>
  );
}
