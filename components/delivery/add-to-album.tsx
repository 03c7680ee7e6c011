'use client';

import { ImagePlusIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { album } from '@/lib/contract/alias/album';
import { aliasForm } from '@/lib/contract/alias/alias-form';
import { deliveries } from '@/lib/contract/alias/deliveries';
import { share } from '@/lib/contract/share/share';

const reloads = [deliveries.search, aliasForm.delivery, share.get, share.files, share.folder, share.search];

export function AddToAlbum({ id }: { id: string }) {
  const t = useTranslations('deliveries');
  const failureText = useFailureText();
  const { mutate, isPending, error } = useSend(album.add, { reloads });
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Button tone="quiet" pending={isPending} onClick={() => mutate({ params: { id } })}>
        <ImagePlusIcon aria-hidden />
        {t('toAlbum')}
      </Button>
      {error && <span className="text-xs text-danger">{failureText(error)}</span>}
    </span>
  );
}
