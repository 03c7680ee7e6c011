'use client';

import dynamic from 'next/dynamic';
import { type ReactNode, useCallback, useState } from 'react';
import { useDraft } from '@/components/create/upload-draft';
import { useKeyCheck } from '@/components/sealed/inbox/use-key-check';
import { Banner } from '@/components/ui/dialog/banner';
import { useUnfinished } from '@/components/upload/use-unfinished';
import { albumSecret } from '@/lib/client/album/album-secret';
import { useAppConfig } from '@/lib/client/app-config';
import { useFetchAhead } from '@/lib/client/call/use-fetch-ahead';
import { aliasAccess } from '@/lib/client/upload/access/alias-access';
import { useUploads } from '@/lib/client/upload/upload-snapshot';
import { useHash } from '@/lib/client/use-hash';
import { allowsSending } from '@/lib/domain/sealed/key-check';
import { Delivery } from './delivery';
import { DeliveryForm, type DeliveryFormProps } from './delivery-form';
import { type SenderForm, withForm } from './form/sender-form';
import { InboxTitle } from './inbox-title';

// The next steps load while the form is filled in.
const loadNext = () => import('./after-form');
const AfterForm = dynamic(() => loadNext().then((module) => module.AfterForm), { loading: () => null });
// Only needed by senders who come from a receipt.
const AddToDelivery = dynamic(() => import('./add-to-delivery').then((module) => module.AddToDelivery), {
  loading: () => null,
});
// Only needed after an interruption.
const UnfinishedPart = dynamic(() => import('./unfinished-part').then((module) => module.UnfinishedPart), {
  loading: () => null,
});

type InboxProps = {
  aliasId: string;
  name: string;
  language: string | null;
  form: SenderForm | null;
  isAlbum: boolean;
  /** Shown after sending. */
  albumLink: string | null;
  /** Of a sealed inbox. */
  publicKey: string | null;
  /** Said to those whose link promises a key that the inbox doesn't have. */
  keyTexts: Record<'cut' | 'unsealed', string>;
  children: ReactNode;
};

export function Inbox({ children, ...inbox }: InboxProps) {
  const { aliasId, name, language, isAlbum, albumLink, publicKey, keyTexts } = inbox;
  const { draft: delivery, state, startOver } = useDelivery(inbox);
  const prepare = useCallback(async () => {
    const { rememberVisit } = await loadNext();
    rememberVisit({ aliasId, name, language, albumLink });
  }, [aliasId, name, language, albumLink]);
  useFetchAhead(prepare);
  // The receipt of the delivery to add to. Files sent before it has loaded would make a new delivery.
  const secret = /^#more=(\w+)$/.exec(useHash() ?? '')?.[1];
  const [loadedSecret, setLoadedSecret] = useState<string>();
  const check = useKeyCheck(aliasId, publicKey);
  const isForm = state.step === 'form' || state.step === 'creating';
  return (
    <div className="mx-auto w-full max-w-xl">
      <InboxTitle name={name} isAlbum={isAlbum} />
      {publicKey === null && (check === 'cut' || check === 'unsealed') && (
        <Banner tone="error">{keyTexts[check]}</Banner>
      )}
      {isForm && children}
      {isForm && secret && <AddToDelivery delivery={delivery} secret={secret} onLoaded={setLoadedSecret} />}
      {isForm && (check === null || allowsSending(check)) && (
        <FormStep delivery={delivery} state={state} isWaiting={loadedSecret !== secret} />
      )}
      {!isForm && <AfterForm {...{ delivery, state, albumLink }} onAgain={startOver} />}
    </div>
  );
}

function FormStep(form: DeliveryFormProps) {
  const { delivery } = form;
  const { access, maxSize } = delivery.settings;
  const { phase } = useUploads(delivery.upload.queue);
  const unfinished = useUnfinished(access, (earlier, found) => delivery.resume(earlier, found));
  const { isChoosing, latest, problem } = unfinished;
  const isOffered = phase === 'empty' && (latest || problem);
  return (
    <div className="flex flex-col gap-6">
      {(isChoosing || isOffered) && <UnfinishedPart unfinished={unfinished} maxSizeBytes={maxSize} />}
      {!isChoosing && <DeliveryForm {...form} />}
    </div>
  );
}

function useDelivery({ aliasId, form, isAlbum, publicKey }: Omit<InboxProps, 'children' | 'keyTexts'>) {
  const access = aliasAccess(aliasId, isAlbum ? albumSecret(aliasId, { isAdding: true }) : '');
  const settings = { ...withForm({ ...useAppConfig(), access }, form), isAlbum, publicKey };
  return useDraft(`delivery ${aliasId}`, () => new Delivery(aliasId, settings));
}
