'use client';

import { useRouter } from 'next/navigation';
import { useFormatter, useTranslations } from 'next-intl';
import { Status } from '@/components/ui/status-dot';
import { useCall } from '@/lib/client/call/use-call';
import { useBytes } from '@/lib/client/content/use-bytes';
import { oversight } from '@/lib/contract/admin/oversight';
import { shortId } from '@/lib/domain/ident';
import { paths } from '@/lib/paths';
import { BlockActions } from './block-actions';
import { OverseenPage } from './overseen-page';
import { OwnerLink } from './oversight-parts';
import { overseenInput } from './oversight-view';
import { overseenTones } from './share-oversight';

export function OverseenSharePage({ id }: { id: string }) {
  const t = useTranslations('oversight');
  const format = useFormatter();
  const sizeText = useBytes();
  const router = useRouter();
  const { data } = useCall(oversight.shares, overseenInput(id));
  const item = data?.items[0];
  if (!item) return null;
  const { title, owner, alias, locked, state, blocked, size, files, opened, ends, created } = item;
  const name = title ?? shortId(id);
  const date = (at: number) => format.dateTime(at, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <OverseenPage
      id={id}
      title={name}
      owner={<OwnerLink owner={owner} text={alias === null ? 'by' : 'through'} alias={alias ?? ''} />}
      list={{ href: paths.overseenShares, label: t('kinds.shares') }}
      facts={[
        [
          t('column.state'),
          <span key="state" className="flex flex-wrap gap-x-3">
            <Status tone={overseenTones[state]} label={t(`filter.${state}`)} />
            {locked && <span className="text-muted">{t('locked')}</span>}
          </span>,
        ],
        [t('column.size'), sizeText(size)],
        [t('column.files'), format.number(files)],
        [t('column.opened'), format.number(opened)],
        [t('column.ends'), ends === null ? '–' : date(ends)],
        [t('column.created'), date(created)],
      ]}
      blocked={blocked}
      unseen={t('unseen')}
      actions={
        <BlockActions
          kind="share"
          {...{ id, name, blocked }}
          login={owner.login}
          onGone={() => router.push(paths.overseenShares)}
        />
      }
    />
  );
}
