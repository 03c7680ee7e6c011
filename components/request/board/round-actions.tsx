'use client';

import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Confirm } from '@/components/ui/dialog/confirm';
import { MoreActions } from '@/components/ui/dialog/more-actions';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { type Board, round } from '@/lib/contract/alias/round';
import { requestPaths } from '@/lib/request-paths';
import { ChangeRound } from './change-round';
import { NextRound } from './next-round';

const RoundDownloads = dynamic(() => import('./round-downloads').then((part) => part.RoundDownloads), {
  loading: () => null,
});

type RoundActionsProps = { aliasId: string; sheet: Board['round']; isOwner: boolean };

/** The first one is for members, too. */
const actions = ['download', 'change', 'next', 'remove'] as const;

/** Downloads what has come; its owner changes a round, asks the same people once more, or deletes it. */
export function RoundActions({ aliasId, sheet, isOwner }: RoundActionsProps) {
  const t = useTranslations('request.round');
  const board = useTranslations('request.board');
  const failureText = useFailureText();
  const router = useRouter();
  // The deleted one must not be fetched again.
  const { mutateAsync: remove, error } = useSend(round.remove, { reloads: [round.list] });
  const [shown, setShown] = useState<(typeof actions)[number] | null>(null);
  const leave = () => setShown(null);
  return (
    <>
      <MoreActions
        label={board('actions', { name: sheet.name })}
        actions={(isOwner ? actions : actions.slice(0, 1)).map((action) => ({
          label: t(action),
          onSelect: () => setShown(action),
        }))}
      />
      {shown === 'download' && <RoundDownloads {...{ aliasId, roundId: sheet.id, onLeave: leave }} />}
      {shown === 'change' && <ChangeRound {...{ aliasId, sheet, onLeave: leave }} />}
      {shown === 'next' && <NextRound {...{ aliasId, roundId: sheet.id, onLeave: leave }} />}
      <Confirm
        open={shown === 'remove'}
        onOpenChange={(isOpen) => setShown(isOpen ? 'remove' : null)}
        title={t('removeTitle')}
        subject={sheet.name}
        text={t('removeText')}
        confirmLabel={t('removeYes')}
        cancelLabel={board('no')}
        error={error && failureText(error)}
        onConfirm={async () => {
          await remove({ params: { id: aliasId }, body: { round: sheet.id } });
          router.push(requestPaths.list(aliasId));
        }}
      />
    </>
  );
}
