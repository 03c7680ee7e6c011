'use client';

import { ImagePlusIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useSyncExternalStore } from 'react';
import { ButtonLink } from '@/components/ui/button-link';
import { albumSecret } from '@/lib/client/album-secret';
import { useCall } from '@/lib/client/call/use-call';
import { album } from '@/lib/contract/alias/album';
import type { ShareFile } from '@/lib/contract/share/file';
import { paths } from '@/lib/paths';
import { OwnFile } from './own-file';

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
