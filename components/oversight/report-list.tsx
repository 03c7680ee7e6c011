'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { FailureBanner } from '@/components/app/failure-banner';
import { ListFailure } from '@/components/list/list-failure';
import { ListMore } from '@/components/list/list-page';
import { Button } from '@/components/ui/button';
import { useToast } from '@/components/ui/dialog/toast';
import { Empty } from '@/components/ui/empty';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import { adminPaths } from '@/lib/admin-paths';
import { useSend } from '@/lib/client/call/use-call';
import { untilTotal, useCallPages } from '@/lib/client/call/use-call-pages';
import { oversight, type ReportedCase } from '@/lib/contract/admin/oversight';
import { shortId } from '@/lib/domain/ident';
import { dateTimeFormat } from '@/lib/domain/time/moment';
import { TakeDown } from './block-actions';
import { OwnerLink } from './oversight-parts';
import { reportInput } from './oversight-view';

export function ReportList() {
  const t = useTranslations('oversight');
  const { data, error, refetch, isPlaceholderData, ...rest } = useCallPages(oversight.reports, reportInput, {
    isLast: untilTotal(({ total }) => total),
  });
  const items = data?.pages.flatMap((page) => page.items);
  return (
    <>
      <PageHeader title={t('kinds.reports')} />
      <ListFailure error={error} onRetry={refetch} />
      {items?.length === 0 && <Empty title={t('none')} />}
      <ul className="divide-y divide-line border-line not-empty:border-y">
        {items?.map((item) => (
          <CaseItem key={(item.share ?? item.alias)?.id} item={item} />
        ))}
      </ul>
      <ListMore search={{ ...rest, isStale: isPlaceholderData }} />
    </>
  );
}

const overseenPaths = { share: adminPaths.overseenShare, alias: adminPaths.overseenAlias };

/** Name and owner of what was reported. */
function subjectOf({ share, alias }: ReportedCase) {
  if (share) {
    const { id, title, owner } = share;
    return { kind: 'share', id, name: title ?? shortId(id), owner, through: share.alias } as const;
  }
  return (
    alias && ({ kind: 'alias', id: alias.id, name: alias.name, owner: alias.owner, through: null } as const)
  );
}

function CaseItem({ item }: { item: ReportedCase }) {
  const t = useTranslations('oversight');
  const reasons = useTranslations('report.reasons');
  const format = useFormatter();
  const toast = useToast();
  const dismiss = useSend(oversight.dismissReports, { reloads: [oversight.reports] });
  const subject = subjectOf(item);
  if (!subject) return null;
  const { kind, id, name, owner, through } = subject;
  const { count, reports } = item;
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-3 px-2 py-4">
      <div className="min-w-0 flex-1 basis-72">
        <h2 className="text-sm font-medium wrap-anywhere">
          <Link href={overseenPaths[kind](id)} className="underline-offset-4 hover:underline">
            {name}
          </Link>
          {kind === 'alias' && <span className="font-normal text-muted"> · {t('column.alias')}</span>}
        </h2>
        <OwnerLink owner={owner} text={through === null ? 'by' : 'through'} alias={through ?? ''} />
        <p className="mt-2 text-xs text-muted">{t('reportCount', { count })}</p>
        <ul className="mt-1 flex flex-col gap-2 text-sm">
          {reports.map((report) => (
            <li key={report.id}>
              <span className="text-muted">
                {reasons(report.reason)} · {format.dateTime(report.at, dateTimeFormat('medium', 'short'))}
                {report.address && ` · ${report.address}`}
              </span>
              {report.about !== '' && (
                <p className="text-muted wrap-anywhere">{t('reportedPage', { page: report.about })}</p>
              )}
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
        <TakeDown kind={kind} id={id} name={name} login={owner.login} />
      </span>
      <FailureBanner error={dismiss.error} className="basis-full" />
    </li>
  );
}
