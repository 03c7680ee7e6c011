'use client';

import { useRouter } from 'next/navigation';
import { useFormatter, useTranslations } from 'next-intl';
import { Status } from '@/components/ui/status-dot';
import { adminPaths } from '@/lib/admin-paths';
import { useCall } from '@/lib/client/call/use-call';
import { useBytes } from '@/lib/client/content/use-bytes';
import { oversight } from '@/lib/contract/admin/oversight';
import { overseenAliasTones, stateOfAlias } from './alias-oversight';
import { BlockActions } from './block-actions';
import { OverseenPage } from './overseen-page';
import { OwnerLink } from './oversight-parts';
import { overseenInput } from './oversight-view';

export function OverseenAliasPage({ id }: { id: string }) {
  const t = useTranslations('oversight');
  const format = useFormatter();
  const sizeText = useBytes();
  const router = useRouter();
  const { data } = useCall(oversight.aliases, overseenInput(id));
  const item = data?.items[0];
  if (!item) return null;
  const { name, owner, blocked, size, shares, created } = item;
  const state = stateOfAlias(item);
  return (
    <OverseenPage
      id={id}
      title={name}
      owner={<OwnerLink owner={owner} text="by" />}
      list={{ href: adminPaths.overseenAliases, label: t('kinds.aliases') }}
      facts={[
        [
          t('column.state'),
          <Status key="state" tone={overseenAliasTones[state]} label={t(`filter.${state}`)} />,
        ],
        [t('column.size'), sizeText(size)],
        [t('column.received'), format.number(shares)],
        [t('column.created'), format.dateTime(created, { dateStyle: 'medium', timeStyle: 'short' })],
      ]}
      blocked={blocked}
      unseen={t('unseenInbox')}
      actions={
        <BlockActions
          kind="alias"
          {...{ id, name, blocked }}
          login={owner.login}
          onGone={() => router.push(adminPaths.overseenAliases)}
        />
      }
    />
  );
}
