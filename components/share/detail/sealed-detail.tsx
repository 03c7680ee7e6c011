'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect } from 'react';
import type { FileSource } from '@/components/files/zip/file-links';
import { PassphraseForm } from '@/components/sealed/inbox/passphrase-form';
import { useDeliverySeal } from '@/components/sealed/inbox/use-delivery-key';
import { KeepKey } from '@/components/sealed/keep-key';
import { allFiles } from '@/components/sealed/open-sealed';
import { SealedGate } from '@/components/sealed/sealed-gate';
import { SealedNotices } from '@/components/sealed/sealed-notices';
import { useSealedDownloads } from '@/components/sealed/use-sealed-downloads';
import { useSealedShare } from '@/components/sealed/use-sealed-share';
import { call } from '@/lib/client/call/call';
import { changeManifest } from '@/lib/client/sealed/manifest-store';
import { shareKeys, useShareKey } from '@/lib/client/sealed/share-keys';
import type { ShareUpload } from '@/lib/client/upload/share-upload';
import type { ShareFile } from '@/lib/contract/share/file';
import { sealed } from '@/lib/contract/share/sealed';
import { share } from '@/lib/contract/share/share';
import type { ShareDetail } from '@/lib/contract/share/share-shapes';
import { isReceived } from '@/lib/domain/inbox/received';
import type { SealedEntry } from '@/lib/domain/sealed/manifest';
import { shareTitle } from '@/lib/domain/title';
import { SealedWords } from './sealed-words';

export type OpenedSeal = {
  source: FileSource;
  notices: ReactNode;
  /** Takes the name of a file that is gone out of the manifest. */
  forget: (file: ShareFile) => void;
};
/** `gate` asks for the key, unless it is just being opened. */
export type ShutSeal = { gate: ReactNode; isOpening: boolean };
type SealedDetailProps = {
  detail: ShareDetail;
  upload: ShareUpload;
  /** Draws the share with what this browser could open. */
  children: (detail: ShareDetail, seal: OpenedSeal | ShutSeal) => ReactNode;
};

/** Lends a sealed share of one's own the words and names that only this browser can read. */
export function SealedDetail({ detail, upload, children }: SealedDetailProps) {
  const t = useTranslations('sealed');
  const { id } = detail;
  const cache = useQueryClient();
  const failure = useSealedDownloads();
  useSealing(upload, id);
  const delivery = useDeliverySeal(id, isReceived(detail));
  const version = detail.files.map((file) => `${file.id}${file.complete}`).join();
  const state = useSealedShare(id, version, async () => {
    const [{ manifest }, files] = await Promise.all([
      call(sealed.get, { params: { id } }),
      detail.total
        ? allFiles((from) => call(share.files, { params: { id }, query: { from } }))
        : detail.files,
    ]);
    return { manifest, files, source: { access: 'own', id } };
  });
  if (state.step !== 'open') {
    return children(
      { ...detail, title: t('listed') },
      {
        isOpening: state.step === 'opening',
        gate: (
          <SealedGate id={id} state={state} headingLevel="h2" isOwn={!isReceived(detail)}>
            {delivery && <PassphraseForm seal={delivery.seal} onOpen={delivery.open} />}
          </SealedGate>
        ),
      },
    );
  }
  const { manifest, isOlder, files, missing, source, salts } = state.content;
  const { total: _, ...rest } = detail;
  const title = shareTitle(manifest.note, manifest.title) || null;
  const note = manifest.note || null;
  const name = manifest.title || null;
  const opened = { ...rest, name, title, description: note, descriptionRaw: note, files };
  const reread = () => cache.invalidateQueries({ queryKey: ['sealed share', id] });
  const notices = (
    <>
      <SealedNotices isOwn={!isReceived(detail)} {...{ isOlder, missing, failure }} />
      {!isReceived(detail) && <KeepKey id={id} title={title ?? ''} />}
      {!isReceived(detail) && <SealedWords shareId={id} words={manifest} onSaved={reread} />}
    </>
  );
  const forget = (file: ShareFile) => void forgetEntry(id, salts.get(file.id)).then(reread, reread);
  return children(opened, { source, notices, forget });
}

/** Files that are added get sealed, too, or aren't sent at all. */
function useSealing(upload: ShareUpload, id: string): void {
  const key = useShareKey(id);
  const cache = useQueryClient();
  useEffect(() => {
    upload.loadSealing = async () => {
      if (!key) throw new Error('without its key nothing can be sealed');
      const { sealingOf } = await import('@/lib/client/upload/sealed/begin-sealing');
      void cache.invalidateQueries({ queryKey: ['sealed share', id] });
      return sealingOf(id, key);
    };
  }, [upload, key, id, cache]);
}

async function forgetEntry(id: string, gone: string | undefined): Promise<void> {
  const key = shareKeys.get(id);
  if (!key) return;
  const remaining = (files: readonly SealedEntry[]) => files.filter(({ salt }) => salt !== gone);
  await changeManifest(id, key, (manifest) => ({ ...manifest, files: remaining(manifest.files) }));
}
