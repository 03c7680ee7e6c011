'use client';

import { Trash2Icon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { NameLine } from '@/components/files/name-line';
import { IconButton } from '@/components/ui/button';
import { Confirm } from '@/components/ui/dialog/confirm';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { album } from '@/lib/contract/alias/album';
import { open } from '@/lib/contract/open';
import type { ShareFile } from '@/lib/contract/share/file';

export function OwnFile({ file, token }: { file: ShareFile; token: string }) {
  const t = useTranslations('open.album');
  const failureText = useFailureText();
  const { mutateAsync, error } = useSend(album.remove, {
    reloads: [open.get, open.files, open.folder, album.own],
  });
  const { id, filename } = file;
  return (
    <li className="flex min-h-12 items-center gap-3 pl-2 text-sm">
      <span className="mr-auto min-w-0">
        <NameLine name={filename} />
      </span>
      <Confirm
        trigger={
          <IconButton label={t('remove', { name: filename })}>
            <Trash2Icon aria-hidden />
          </IconButton>
        }
        title={t('ask')}
        subject={filename}
        confirmLabel={t('yes')}
        cancelLabel={t('no')}
        error={error && failureText(error)}
        onConfirm={() => mutateAsync({ body: { token, file: id } })}
      />
    </li>
  );
}
