'use client';

import { Trash2Icon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Confirm } from '@/components/ui/dialog/confirm';
import { call } from '@/lib/client/call/call';
import { useListTitle } from '@/lib/client/use-title';
import { share } from '@/lib/contract/share/share';
import type { ShareListItem } from '@/lib/contract/share/share-shapes';
import { useForEachShare, useSomeSharesFailedText } from './use-for-each-share';

const namedAtMost = 4;

const namesOf = (chosen: readonly ShareListItem[], titleOf: (item: ShareListItem) => string): string =>
  [
    ...chosen.slice(0, namedAtMost).map(titleOf),
    ...(chosen.length > namedAtMost ? [`+ ${chosen.length - namedAtMost}`] : []),
  ].join('\n');

type DeleteSharesProps = { chosen: readonly ShareListItem[]; onDone: () => void };

export function DeleteShares({ chosen, onDone }: DeleteSharesProps) {
  const t = useTranslations('share.list.several');
  const say = useTranslations('share.detail.delete');
  const titleOf = useListTitle();
  const failedText = useSomeSharesFailedText();
  const { mutateAsync, error, reset } = useForEachShare(
    ({ id }) => call(share.remove, { params: { id } }),
    onDone,
  );
  return (
    <Confirm
      trigger={
        <Button tone="ghost">
          <Trash2Icon aria-hidden />
          {t('delete')}
        </Button>
      }
      onOpenChange={reset}
      title={t('deleteTitle', { count: chosen.length })}
      subject={namesOf(chosen, titleOf)}
      text={t('deleteText')}
      confirmLabel={say('yes')}
      cancelLabel={say('no')}
      error={error && failedText(error)}
      onConfirm={() => mutateAsync(chosen)}
    />
  );
}
