'use client';

import { ImagePlusIcon, Trash2Icon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useSyncExternalStore } from 'react';
import { NameLine } from '@/components/files/name-line';
import { IconButton } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { Confirm } from '@/components/ui/dialog/confirm';
import { albumSecret } from '@/lib/client/album-secret';
import { useCall, useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { album } from '@/lib/contract/alias/album';
import { open } from '@/lib/contract/open';
import type { ShareFile } from '@/lib/contract/share/file';
import { paths } from '@/lib/paths';

type AlbumPartProps = { aliasId: string; files: readonly ShareFile[] };

const never = () => () => undefined;

export function AlbumPart({ aliasId, files }: AlbumPartProps) {
  const t = useTranslations('open.album');
  const token = useSyncExternalStore(
    never,
    () => albumSecret(aliasId),
    () => '',
  );
  const { data } = useCall(album.own, { body: { token } }, { isWanted: token !== '' });
  const own = files.filter(({ id }) => data?.files.includes(id));
  return (
    <div className="mb-8">
      <ButtonLink tone="quiet" href={paths.inbox(aliasId)}>
        <ImagePlusIcon aria-hidden />
        {t('add')}
      </ButtonLink>
      {own.length > 0 && (
        <details className="mt-4 border-y border-line">
          <summary className="cursor-pointer px-2 py-3 text-sm">{t('own', { count: own.length })}</summary>
          <ul className="divide-y divide-line border-t border-line">
            {own.map((file) => (
              <OwnFile key={file.id} file={file} token={token} />
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function OwnFile({ file, token }: { file: ShareFile; token: string }) {
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
