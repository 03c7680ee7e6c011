'use client';

import { useQueryClient } from '@tanstack/react-query';
import { ImagePlusIcon, ReceiptTextIcon, Trash2Icon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { FailureBanner } from '@/components/app/failure-banner';
import type { FilesSectionProps } from '@/components/files/file-view';
import { FilesSection } from '@/components/files/files-section';
import { Button, IconButton } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { Banner } from '@/components/ui/dialog/banner';
import { albumReceipt } from '@/lib/client/album/album-receipt';
import { albumSecret } from '@/lib/client/album/album-secret';
import { CallError, call } from '@/lib/client/call/call';
import { callKey } from '@/lib/client/call/call-key';
import { useCall } from '@/lib/client/call/use-call';
import { album } from '@/lib/contract/alias/album';
import { open } from '@/lib/contract/open';
import type { ShareFile } from '@/lib/contract/share/file';
import { paths } from '@/lib/paths';

type AlbumFilesProps = FilesSectionProps & { aliasId: string };

/** Visitors may add files, and remove their own: from the viewer, or from a row. */
export function AlbumFiles({ aliasId, ...section }: AlbumFilesProps) {
  const t = useTranslations('open.album');
  const token = useBrowserValue(() => albumSecret(aliasId)) ?? '';
  const { data } = useCall(album.own, { body: { token } }, { isWanted: token !== '' });
  const { removed, isGone, remove, undo, error } = useRemoval(token);
  const files = section.files.filter(({ id }) => !isGone(id));
  const own = data?.files.filter((id) => !isGone(id)) ?? [];
  const removeButton = (file: ShareFile, close?: () => void) =>
    own.includes(file.id) && (
      <IconButton
        label={t('remove', { name: file.filename })}
        onClick={() => {
          close?.();
          remove(file);
        }}
      >
        <Trash2Icon aria-hidden />
      </IconButton>
    );
  return (
    <>
      <div className="mb-8 flex flex-col gap-4">
        <Sent aliasId={aliasId} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <ButtonLink tone="quiet" href={paths.inbox(aliasId)}>
            <ImagePlusIcon aria-hidden />
            {t('add')}
          </ButtonLink>
          {own.length > 0 && <p className="text-sm text-muted">{t('own', { count: own.length })}</p>}
        </div>
        <FailureBanner error={error} />
      </div>
      {files.length + (section.total?.files ?? 0) > 0 && (
        <FilesSection {...section} files={files} actions={removeButton} viewerActions={removeButton} />
      )}
      {removed && (
        <div
          data-selection-bar
          className="sticky bottom-[max(1rem,env(safe-area-inset-bottom))] z-10 mt-4 rounded-control bg-raised shadow-float"
        >
          <Banner
            tone="info"
            action={
              <Button tone="quiet" autoFocus onClick={undo}>
                {t('undo')}
              </Button>
            }
          >
            {t('removed', { name: removed.filename })}
          </Banner>
        </div>
      )}
    </>
  );
}

/** After this browser has sent something. */
function Sent({ aliasId }: { aliasId: string }) {
  const t = useTranslations('open.album');
  const receipt = useBrowserValue(() => albumReceipt(aliasId));
  if (receipt === null) return null;
  const action = receipt && (
    <ButtonLink tone="quiet" href={paths.receipt(receipt)}>
      <ReceiptTextIcon aria-hidden />
      {t('receipt')}
    </ButtonLink>
  );
  return (
    <Banner tone="success" action={action}>
      {t('sent')}
    </Banner>
  );
}

const never = () => () => undefined;

const useBrowserValue = (read: () => string | null) => useSyncExternalStore(never, read, () => null);

const undoMs = 8_000;

/** Hides a file at once, and deletes it when nobody undoes that: a little later, or when the page is left. */
function useRemoval(token: string) {
  const [removed, setRemoved] = useState<ShareFile | null>(null);
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const pending = useRef<string | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const cache = useQueryClient();
  const reload = () => {
    const stale = [open.get, open.files, open.folder, album.own];
    return Promise.all(stale.map((one) => cache.invalidateQueries({ queryKey: callKey(one) })));
  };
  const show = (id: string) => setGone((now) => new Set([...now].filter((other) => other !== id)));

  const finish = () => {
    const file = pending.current;
    pending.current = null;
    if (file === null) return;
    call(album.remove, { body: { token, file } }, { keepalive: true }).then(
      reload,
      async (failure: Error) => {
        // Removed by another tab, or no longer theirs to remove: the list tells.
        if (failure instanceof CallError && failure.code === 'file.notFound') await reload();
        else setError(failure);
        show(file);
      },
    );
  };
  const finishLater = useEffectEvent(finish);
  useEffect(() => {
    const leave = () => finishLater();
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, []);
  useEffect(() => {
    if (!removed) return;
    const timer = setTimeout(() => {
      finishLater();
      setRemoved(null);
    }, undoMs);
    return () => clearTimeout(timer);
  }, [removed]);
  return {
    removed,
    error,
    isGone: (id: string) => gone.has(id),
    remove: (file: ShareFile) => {
      finish();
      pending.current = file.id;
      setGone((now) => new Set([...now, file.id]));
      setRemoved(file);
    },
    undo: () => {
      if (removed) show(removed.id);
      pending.current = null;
      setRemoved(null);
    },
  };
}
