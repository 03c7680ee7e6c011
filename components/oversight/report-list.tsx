'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { FailureBanner } from '@/components/app/failure-banner';
import { ListFailure } from '@/components/list/list-failure';
import { ListMore } from '@/components/list/list-page';
import { Button } from '@/components/ui/button';
import { useToast } from '@/components/ui/dialog/toast';
import { Empty } from '@/components/ui/empty';
import { PageHeader } from '@/components/ui/page-header';
import { useSend } from '@/lib/client/call/use-call';
import { untilTotal, useCallPages } from '@/lib/client/call/use-call-pages';
import { oversight, type ReportedShare } from '@/lib/contract/admin/oversight';
import { shortId } from '@/lib/domain/ident';
import { dateTimeFormat } from '@/lib/domain/time/moment';
import { TakeDown } from './block-actions';
import { OversightKinds } from './oversight-page';
import { OwnerLink } from './oversight-parts';
import { reportInput } from './oversight-view';

export function ReportList({ hasScan }: { hasScan: boolean }) {
  const t = useTranslations('oversight');
  const { data, error, refetch, isPlaceholderData, ...rest } = useCallPages(oversight.reports, reportInput, {
    isLast: untilTotal(({ total }) => total),
  });
  const items = data?.pages.flatMap((page) => page.items);
  return (
    <>
      <PageHeader title={t('title')} />
      <OversightKinds here="reports" hasScan={hasScan} />
      <ListFailure error={error} onRetry={refetch} />
      {items?.length === 0 && <Empty title={t('none')} />}
      <ul className="divide-y divide-line border-line not-empty:border-y">
        {items?.map((item) => (
          <ReportedCase key={item.share.id} item={item} />
        ))}
      </ul>
      <ListMore search={{ ...rest, isStale: isPlaceholderData }} />
    </>
  );
}

function ReportedCase({ item: { share, count, reports } }: { item: ReportedShare }) {
  const t = useTranslations('oversight');
  const reasons = useTranslations('report.reasons');
  const format = useFormatter();
  const toast = useToast();
  const dismiss = useSend(oversight.dismissReports, { reloads: [oversight.reports] });
  const { id, title, owner, alias } = share;
  const name = title ?? shortId(id);
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-3 px-2 py-4">
      <div className="min-w-0 flex-1 basis-72">
        <h2 className="text-sm font-medium wrap-anywhere">{name}</h2>
        <OwnerLink owner={owner} text={alias === null ? 'by' : 'through'} alias={alias ?? ''} />
        <p className="mt-2 text-xs text-muted">{t('reportCount', { count })}</p>
        <ul className="mt-1 flex flex-col gap-2 text-sm">
          {reports.map((report) => (
            <li key={report.id}>
              <span className="text-muted">
                {reasons(report.reason)} · {format.dateTime(report.at, dateTimeFormat('medium', 'short'))}
                {report.address && ` · ${report.address}`}
              </span>
              {report.text !== '' && <p className="whitespace-pre-line wrap-anywhere">{report.text}</p>}
            </li>
          ))}
        </ul>
      </div>
      <span className="flex flex-wrap gap-1">
        <Button
          tone="ghost"
          pending={dismiss.isPending}
          onClick={() => dismiss.mutate({ params: { id } }, { onSuccess: ({ message }) => toast(message) })}
        >
          {t('dismiss')}
        </Button>
        <TakeDown kind="share" id={id} name={name} login={owner.login} />
      </span>
      <FailureBanner error={dismiss.error} className="basis-full" />
    </li>
  );
}
