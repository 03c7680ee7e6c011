'use client';

import { LockKeyholeIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { FailureBanner } from '@/components/app/failure-banner';
import { Button } from '@/components/ui/button';
import { useCall, useSend } from '@/lib/client/call/use-call';
import { canSealHere, canSealInboxesHere } from '@/lib/client/sealed/can-seal';
import { keepInboxKey } from '@/lib/client/sealed/check-inbox-key';
import { alias } from '@/lib/contract/alias/alias';
import { inboxSeal } from '@/lib/contract/share/sealed';
import { NewPassphraseForm } from './new-passphrase-form';

/** Seals an inbox, changes its passphrase or lets it take plain files again. */
export function SealCard({ aliasId }: { aliasId: string }) {
  const t = useTranslations('sealed');
  const params = { id: aliasId };
  const reloads = [inboxSeal.get, alias.get, alias.search];
  const { data, error, refetch } = useCall(inboxSeal.get, { params });
  const set = useSend(inboxSeal.set, { reloads });
  const clear = useSend(inboxSeal.clear, { reloads });
  const [isOpen, setOpen] = useState(false);
  const [canSeal, setCanSeal] = useState(canSealHere);
  useEffect(() => void canSealInboxesHere().then(setCanSeal), []);
  if (!data) return <FailureBanner error={error} />;
  const { enabled, seal } = data;
  const send = async (body: NonNullable<typeof seal>) => {
    await set.mutateAsync({ params, body });
    await keepInboxKey(aliasId, body.publicKey);
  };
  /** With the key as it is now: another browser may have changed its passphrase. */
  const sealAgain = async () => {
    const { data: now, isSuccess } = await refetch();
    if (isSuccess && now.seal) set.mutate({ params, body: now.seal });
  };
  return (
    <section
      aria-labelledby="seal"
      className="flex min-w-0 flex-col gap-4 rounded-card bg-raised p-5 ring-1 ring-line"
    >
      <div>
        <h3 id="seal" className="flex items-center gap-2 font-semibold tracking-tight">
          <LockKeyholeIcon aria-hidden className="size-4 text-muted" />
          {t('inbox.title')}
        </h3>
        <p className="mt-1 text-sm text-pretty text-muted">
          {t(!seal ? 'inbox.lead' : enabled ? 'inbox.on' : 'inbox.kept')}
        </p>
      </div>
      {!canSeal && <p className="text-sm text-muted">{t(canSealHere() ? 'inbox.outdated' : 'insecure')}</p>}
      <FailureBanner error={set.error ?? clear.error} />
      {isOpen ? (
        <NewPassphraseForm seal={seal} onSeal={send} onLeave={() => setOpen(false)} />
      ) : (
        <div className="flex flex-wrap gap-2">
          {seal && !enabled && (
            <Button tone="quiet" pending={set.isPending} onClick={() => void sealAgain()}>
              {t('inbox.seal')}
            </Button>
          )}
          <Button tone="quiet" disabled={!canSeal} onClick={() => setOpen(true)}>
            {t(seal ? 'inbox.change' : 'inbox.seal')}
          </Button>
          {enabled && (
            <Button tone="ghost" pending={clear.isPending} onClick={() => clear.mutate({ params })}>
              {t('inbox.off')}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
