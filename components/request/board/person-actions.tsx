'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { FailureBanner } from '@/components/app/failure-banner';
import { copyLater } from '@/components/create/copy-later';
import { Confirm } from '@/components/ui/dialog/confirm';
import { MoreActions } from '@/components/ui/dialog/more-actions';
import { useToast } from '@/components/ui/dialog/toast';
import { Checkbox } from '@/components/ui/form/checkbox';
import { Input } from '@/components/ui/form/input';
import { selectAllOnFocus } from '@/components/ui/form/select-all-on-focus';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { type BoardRow, round } from '@/lib/contract/alias/round';

type PersonActionsProps = { aliasId: string; person: Pick<BoardRow, 'id' | 'name'> };

export function PersonActions({ aliasId, person }: PersonActionsProps) {
  const t = useTranslations('request.board');
  const failureText = useFailureText();
  const say = useToast();
  const { mutateAsync: getLink, data, error } = useSend(round.link);
  const withdraw = useSend(round.withdraw, { reloads: [round.board, round.list] });
  const [isAsking, setAsking] = useState(false);
  const [withFiles, setWithFiles] = useState(false);
  const [isByHand, setByHand] = useState(false);
  const params = { id: aliasId };
  const request = person.id;

  async function copyLink() {
    setByHand(false);
    const got = getLink({ params, body: { request } }).then(({ link }) => link);
    if (await copyLater(got)) say(t('copied'));
    else setByHand(true);
  }

  return (
    <>
      <MoreActions
        label={t('actions', { name: person.name })}
        actions={[
          { label: t('copy'), onSelect: () => void copyLink() },
          { label: t('withdraw'), onSelect: () => setAsking(true) },
        ]}
      />
      <FailureBanner error={error} />
      {isByHand && data && (
        <Input
          readOnly
          aria-label={t('link', { name: person.name })}
          value={data.link}
          {...selectAllOnFocus}
        />
      )}
      <Confirm
        open={isAsking}
        onOpenChange={setAsking}
        title={t('withdrawTitle')}
        subject={person.name}
        text={t('withdrawText')}
        confirmLabel={t('withdrawYes')}
        cancelLabel={t('no')}
        error={withdraw.error && failureText(withdraw.error)}
        onConfirm={() => withdraw.mutateAsync({ params, body: { request, files: withFiles } })}
      >
        <Checkbox
          label={t('withdrawFiles')}
          checked={withFiles}
          onChange={({ target }) => setWithFiles(target.checked)}
        />
      </Confirm>
    </>
  );
}
