'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Confirm } from '@/components/ui/dialog/confirm';
import { MoreActions } from '@/components/ui/dialog/more-actions';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { type Board, round } from '@/lib/contract/alias/request';
import { requestPaths } from '@/lib/request-paths';
import { ChangeRound } from './change-round';
import { NextRound } from './next-round';

type RoundActionsProps = { aliasId: string; sheet: Board['round'] };

/** Changes a round, asks the same people once more, or deletes it. */
export function RoundActions({ aliasId, sheet }: RoundActionsProps) {
  const t = useTranslations('request.round');
  const board = useTranslations('request.board');
  const failureText = useFailureText();
  const router = useRouter();
  // The deleted one must not be fetched again.
  const { mutateAsync: remove, error } = useSend(round.remove, { reloads: [round.list] });
  const [shown, setShown] = useState<'change' | 'next' | 'remove' | null>(null);
  const leave = () => setShown(null);
  return (
    <>
      <MoreActions
        label={board('actions', { name: sheet.name })}
        actions={[
          { label: t('change'), onSelect: () => setShown('change') },
          { label: t('next'), onSelect: () => setShown('next') },
          { label: t('remove'), onSelect: () => setShown('remove') },
        ]}
      />
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
