'use client';

import { Trash2Icon, UnlinkIcon } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { FailureBanner } from '@/components/app/failure-banner';
import type { usePublish } from '@/components/share/use-share';
import { Button } from '@/components/ui/button';
import { Confirm } from '@/components/ui/dialog/confirm';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { useBytes } from '@/lib/client/content/use-bytes';
import { keptKeys } from '@/lib/client/sealed/share-keys';
import { useTitle } from '@/lib/client/use-title';
import { deliveries } from '@/lib/contract/alias/deliveries';
import { share } from '@/lib/contract/share/share';
import type { ShareDetail } from '@/lib/contract/share/share-shapes';
import { isReceived } from '@/lib/domain/inbox/received';
import { totalOf } from '@/lib/domain/share-total';
import { dateTimeFormat, zonedDateTimeFormat } from '@/lib/domain/time/moment';
import { paths } from '@/lib/paths';
import type { EditedField } from '../edit/editable-row';
import { PropertyList } from '../edit/property-list';

const SenderName = dynamic(() => import('./delivery').then((part) => part.SenderName), {
  loading: () => null,
});

type DetailsPanelProps = {
  detail: ShareDetail;
  publishing: ReturnType<typeof usePublish>;
  editing: EditedField | null;
  onEditing: (field: EditedField | null) => void;
};

export function DetailsPanel({ detail, publishing, editing, onEditing }: DetailsPanelProps) {
  const t = useTranslations('share.detail.link');
  return (
    <>
      <div className="grid grid-cols-1 items-start gap-x-12 md:grid-cols-2">
        <PropertyList {...{ detail, editing, onEditing }} />
        <ShareFacts detail={detail} />
      </div>
      <div className="mt-2 flex flex-wrap justify-end gap-2">
        {detail.publishInfo?.enabled && (
          <Button tone="ghost" disabled={publishing.isPending} onClick={publishing.unpublish}>
            <UnlinkIcon aria-hidden />
            {t('unpublish')}
          </Button>
        )}
        <DeleteShare detail={detail} />
      </div>
      <FailureBanner error={publishing.error} className="mt-3" />
    </>
  );
}

function ShareFacts({ detail }: { detail: ShareDetail }) {
  const t = useTranslations('share.detail');
  const format = useFormatter();
  const sizeText = useBytes();
  const date = (millis: number | null | undefined) =>
    millis ? format.dateTime(millis, dateTimeFormat('medium')) : '–';
  const published = detail.publishInfo?.enabled ? detail.publishInfo : null;
  const { files: count, size } = totalOf(detail);

  const facts: [string, ReactNode][] = [
    [t('facts.files'), t('summary', { count, size: sizeText(size) })],
    [t('facts.created'), date(detail.created)],
    [
      t('facts.creator'),
      isReceived(detail) ? <SenderName key="sender" id={detail.id} /> : (detail.creator ?? '–'),
    ],
    ...(detail.aliasName === null ? [] : [[t('facts.alias'), detail.aliasName] as [string, string]]),
    [t('facts.published'), date(published?.publishDate)],
    [t('facts.ends'), published ? format.dateTime(published.publishUntil, zonedDateTimeFormat) : '–'],
    [t('facts.lastAccess'), date(published?.lastAccess)],
    [t('facts.views'), published ? format.number(published.views) : '–'],
  ];
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 border-line py-3 text-sm max-md:border-b">
      {facts.map(([label, value]) => (
        <div key={label} className="col-span-2 grid grid-cols-subgrid">
          <dt className="pl-2 text-muted md:pl-0">{label}</dt>
          <dd className="min-w-0 pr-2 text-right tabular-nums [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function DeleteShare({ detail }: { detail: ShareDetail }) {
  const { id } = detail;
  const t = useTranslations('share.detail.delete');
  const failureText = useFailureText();
  const titleOf = useTitle();
  const router = useRouter();
  // The share itself is not asked for again: it is gone.
  const { mutateAsync, error } = useSend(share.remove, { reloads: [share.search, deliveries.search] });
  return (
    <Confirm
      trigger={
        <Button tone="ghost">
          <Trash2Icon aria-hidden />
          {t('share')}
        </Button>
      }
      title={t('title')}
      subject={titleOf(detail)}
      text={t('shareText')}
      confirmLabel={t('yes')}
      cancelLabel={t('no')}
      error={error && failureText(error)}
      onConfirm={async () => {
        await mutateAsync({ params: { id } });
        await keptKeys.delete(id);
        router.push(isReceived(detail) ? paths.received : paths.shares);
      }}
    />
  );
}
