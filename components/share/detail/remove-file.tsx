'use client';

import { Trash2Icon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { fileReloads } from '@/components/share/use-share';
import { IconButton } from '@/components/ui/button';
import { Confirm } from '@/components/ui/dialog/confirm';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import type { ShareFile } from '@/lib/contract/share/file';
import { share } from '@/lib/contract/share/share';

export function RemoveFile({ shareId, file }: { shareId: string; file: ShareFile }) {
  const t = useTranslations('share.detail.delete');
  const failureText = useFailureText();
  const { mutateAsync, error } = useSend(share.removeFile, fileReloads);
  return (
    <Confirm
      trigger={
        <IconButton label={t('file', { name: file.filename })}>
          <Trash2Icon aria-hidden />
        </IconButton>
      }
      title={t('title')}
      subject={file.path === '' ? file.filename : `${file.path}/${file.filename}`}
      confirmLabel={t('yes')}
      cancelLabel={t('no')}
      error={error && failureText(error)}
      onConfirm={() => mutateAsync({ params: { id: shareId, fileId: file.id } })}
    />
  );
}
