'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { FailureBanner } from '@/components/app/failure-banner';
import { ListFailure } from '@/components/list/list-failure';
import { ListMore } from '@/components/list/list-page';
import { SenderFace } from '@/components/sender/sender-head';
import { Button } from '@/components/ui/button';
import { useToast } from '@/components/ui/dialog/toast';
import { Empty } from '@/components/ui/empty';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import { useSend } from '@/lib/client/call/use-call';
import { untilTotal, useCallPages } from '@/lib/client/call/use-call-pages';
import { type OverseenName, oversight } from '@/lib/contract/admin/oversight';
import { paths } from '@/lib/paths';
import { reportInput } from './oversight-view';

export function NameList() {
  const t = useTranslations('oversight');
  const { data, error, refetch, isPlaceholderData, ...rest } = useCallPages(oversight.names, reportInput, {
    isLast: untilTotal(({ total }) => total),
  });
  const items = data?.pages.flatMap((page) => page.items);
  return (
    <>
      <PageHeader title={t('kinds.names')} lead={t('names.lead')} />
      <ListFailure error={error} onRetry={refetch} />
      {items?.length === 0 && <Empty title={t('none')} />}
      <ul className="divide-y divide-line border-line not-empty:border-y">
        {items?.map((item) => (
          <NameRow key={item.account.id} item={item} />
        ))}
      </ul>
      <ListMore search={{ ...rest, isStale: isPlaceholderData }} />
    </>
  );
}

function NameRow({ item: { account, name, line, picture, sameAs } }: { item: OverseenName }) {
  const t = useTranslations('oversight.names');
  const format = useFormatter();
  const toast = useToast();
  const remove = useSend(oversight.removeName, { reloads: [oversight.names] });
  const { id, login } = account;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-2 py-3">
      <SenderFace name={name} picture={picture} />
      <div className="min-w-0 flex-1 basis-36 text-sm wrap-anywhere">
        <h2 className="font-medium">{name}</h2>
        {line && <p className="text-muted">{line}</p>}
        <p className="text-xs text-muted">
          {t.rich('of', {
            owner: () => (
              <Link href={paths.account(id)} className="underline-offset-4 hover:text-ink hover:underline">
                {login}
              </Link>
            ),
          })}
        </p>
        {sameAs.length > 0 && (
          <p className="text-xs text-warn-text">{t('same', { list: format.list(sameAs) })}</p>
        )}
      </div>
      <Button
        tone="ghost"
        aria-label={t('removeNamed', { name })}
        pending={remove.isPending}
        onClick={() => remove.mutate({ params: { id } }, { onSuccess: ({ message }) => toast(message) })}
      >
        {t('remove')}
      </Button>
      <FailureBanner error={remove.error} className="basis-full" />
    </li>
  );
}
