'use client';

import { useQueryClient } from '@tanstack/react-query';
import { CircleCheckIcon, ReceiptTextIcon } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { ButtonLink } from '@/components/ui/button-link';
import { FocusedHeading } from '@/components/ui/result-panel';
import { useDropAnywhere } from '@/components/upload/choose/drop-anywhere';
import { UploadList } from '@/components/upload/list/upload-list';
import { AgainButton } from '@/components/upload/send-bar';
import { SendingPanel } from '@/components/upload/sending-panel';
import { albumReceipt } from '@/lib/client/album/album-receipt';
import { callKey } from '@/lib/client/call/call-key';
import { useCall } from '@/lib/client/call/use-call';
import { useShortBytes } from '@/lib/client/content/use-bytes';
import { type Collected, distinguishTwins } from '@/lib/client/upload/choose/collect';
import type { UploadQueue } from '@/lib/client/upload/queue';
import { useUploads } from '@/lib/client/upload/upload-snapshot';
import { album } from '@/lib/contract/alias/album';
import { receipt as receiptCalls } from '@/lib/contract/alias/receipt';
import { open } from '@/lib/contract/open';
import { paths } from '@/lib/paths';
import type { Delivery, DeliverySnapshot } from './delivery';

export { rememberVisit } from './remember-visit';

type AfterFormProps = {
  delivery: Delivery;
  state: DeliverySnapshot;
  albumLink: string | null;
  onAgain: () => Delivery;
};

export function AfterForm({ delivery, state, albumLink, onAgain }: AfterFormProps) {
  useAlbumAfterwards(delivery, state, albumLink);
  if (state.step === 'uploading') return <DeliverySending delivery={delivery} onAgain={onAgain} />;
  return (
    <DeliveryResult
      delivery={delivery}
      onAgain={onAgain}
      onMore={async (collecting) => {
        const { upload } = onAgain();
        upload.add(await distinguishTwins(await collecting, upload.queue));
      }}
    />
  );
}

/** Leads to the album, which then has the new files. */
function useAlbumAfterwards({ aliasId }: Delivery, { step, receipt }: DeliverySnapshot, link: string | null) {
  const cache = useQueryClient();
  const router = useRouter();
  useEffect(() => {
    if (step !== 'done' || link === null) return;
    albumReceipt(aliasId, receipt ?? '');
    for (const stale of [open.get, open.files, open.folder, album.own])
      cache.removeQueries({ queryKey: callKey(stale) });
    router.replace(paths.open(link));
  }, [aliasId, step, receipt, link, cache, router]);
}

function DeliverySending({ delivery, onAgain }: { delivery: Delivery; onAgain: () => void }) {
  const t = useTranslations('inbox');
  const { upload } = delivery;
  const { phase } = useUploads(upload.queue);
  const isStuck = phase === 'settled';
  return (
    <SendingPanel isOwn={false} upload={upload} label={t('sending.title')}>
      {isStuck ? (
        <div className="self-end">
          <AgainButton label={t('result.again')} tone="quiet" onClick={onAgain} />
        </div>
      ) : (
        <p className="text-xs text-muted">{t('sending.stay')}</p>
      )}
    </SendingPanel>
  );
}

type DeliveryResultProps = {
  delivery: Delivery;
  onAgain: () => void;
  onMore: (collecting: Promise<Collected>) => void;
};

function DeliveryResult({ delivery, onAgain, onMore }: DeliveryResultProps) {
  const t = useTranslations('inbox.result');
  const { queue } = delivery.upload;
  const { receipt, isResumed } = delivery.snapshot();
  const { counts } = useUploads(queue);
  const cache = useQueryClient();
  useEffect(() => {
    void cache.resetQueries({ queryKey: callKey(receiptCalls.look) }); // it may have been read before these files
  }, [cache]);
  useDropAnywhere({ onCollected: onMore });
  return (
    <section className="rounded-card bg-raised shadow-card ring-1 ring-line">
      <div className="flex gap-3 px-5 py-8">
        <CircleCheckIcon aria-hidden className="mt-0.5 size-6 shrink-0 text-live" />
        <div>
          <FocusedHeading>{t('title')}</FocusedHeading>
          <p className="mt-1 text-sm text-muted tabular-nums">
            {isResumed && receipt ? <ReceivedTotal receipt={receipt} /> : <SentTotal queue={queue} />}
          </p>
          {receipt && <HeldFiles receipt={receipt} />}
        </div>
      </div>
      {counts.done > 0 && !isResumed && <UploadList queue={queue} />}
      <div className="flex items-center justify-end gap-x-4 gap-y-3 border-t border-line p-5 max-sm:flex-col max-sm:items-stretch">
        {receipt && (
          <>
            <p className="mr-auto text-xs text-pretty text-muted">{t('receiptHint')}</p>
            <ButtonLink tone="quiet" href={paths.receipt(receipt)}>
              <ReceiptTextIcon aria-hidden />
              {t('openReceipt')}
            </ButtonLink>
          </>
        )}
        <AgainButton label={t('again')} tone="quiet" onClick={onAgain} />
      </div>
    </section>
  );
}

function SentTotal({ queue }: { queue: UploadQueue }) {
  const t = useTranslations('inbox.result');
  const sizeText = useShortBytes();
  const { counts, totalBytes } = useUploads(queue);
  return counts.done > 0 ? t('files', { count: counts.done, size: sizeText(totalBytes) }) : t('note');
}

/** Includes files that arrived before an interruption. */
function ReceivedTotal({ receipt: token }: { receipt: string }) {
  const t = useTranslations('inbox.result');
  const sizeText = useShortBytes();
  const { data } = useCall(receiptCalls.look, { body: { token } });
  if (!data) return <span className="invisible">{t('note')}</span>;
  const { files: count, size } = data.total;
  return t('files', { count, size: sizeText(size) });
}

const scanLookMs = 3_000;

/** Asks until the virus scan has looked into all files. */
function HeldFiles({ receipt: token }: { receipt: string }) {
  const t = useTranslations('inbox.result');
  const [isOver, setOver] = useState(false);
  const { data } = useCall(
    receiptCalls.look,
    { body: { token } },
    isOver ? { isWanted: false } : { everyMs: scanLookMs },
  );
  const isChecked = data?.files.every(({ scan }) => scan !== 'checking') ?? false;
  useEffect(() => setOver(isChecked), [isChecked]);
  const held = data?.files.filter(({ scan }) => scan === 'held') ?? [];
  return held.map(({ path, name }) => (
    <p key={`${path}/${name}`} role="status" className="mt-1 text-sm wrap-anywhere text-warn-text">
      {t('held', { name })}
    </p>
  ));
}
