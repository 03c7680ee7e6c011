'use client';

import { ImagePlusIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button, IconButton } from '@/components/ui/button';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { album } from '@/lib/contract/alias/album';
import { aliasForm } from '@/lib/contract/alias/alias-form';
import { deliveries } from '@/lib/contract/alias/deliveries';
import { share } from '@/lib/contract/share/share';

const reloads = [deliveries.search, aliasForm.delivery, share.get, share.files, share.folder, share.search];

export function AddToAlbum({ id, isSmall = false }: { id: string; isSmall?: boolean }) {
  const t = useTranslations('deliveries');
  const failureText = useFailureText();
  const { mutate, isPending, error } = useSend(album.add, { reloads });
  const add = () => mutate({ params: { id } });
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {isSmall ? (
        <IconButton label={t('toAlbum')} disabled={isPending} onClick={add}>
          <ImagePlusIcon aria-hidden />
        </IconButton>
      ) : (
        <Button tone="quiet" pending={isPending} onClick={add}>
          <ImagePlusIcon aria-hidden />
          {t('toAlbum')}
        </Button>
      )}
      {error && <span className="text-xs text-danger">{failureText(error)}</span>}
    </span>
  );
}

/** `isOn` is optimistic: it changes before the server has answered. */
export function useSetDone(id: string, isDone: boolean) {
  const send = useSend(deliveries.setDone, { reloads: [deliveries.search, aliasForm.delivery] });
  return {
    isOn: send.isPending ? send.variables.body.value : isDone,
    isPending: send.isPending,
    set: (value: boolean) => send.mutate({ params: { id }, body: { value } }),
  };
}
