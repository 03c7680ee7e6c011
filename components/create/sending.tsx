'use client';

import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { ButtonLink } from '@/components/ui/button-link';
import { CopyButton } from '@/components/ui/copy-button';
import { AgainButton } from '@/components/upload/send-bar';
import { SendingPanel } from '@/components/upload/sending-panel';
import { useAppConfig } from '@/lib/client/app-config';
import { useFetchAhead } from '@/lib/client/call/use-fetch-ahead';
import { fragmentOf } from '@/lib/client/sealed/share-keys';
import { useUploads } from '@/lib/client/upload/upload-snapshot';
import { withoutScheme } from '@/lib/domain/url';
import { paths } from '@/lib/paths';
import type { DraftSnapshot, ShareDraft } from './share-draft';
import { loadTicket } from './share-result';

type SendingProps = { draft: ShareDraft; state: DraftSnapshot; onAgain: () => void };

export function Sending({ draft, state, onAgain }: SendingProps) {
  const t = useTranslations('create');
  const { upload } = draft;
  useFetchAhead(loadTicket);
  const { phase } = useUploads(upload.queue);
  // Idle: files picked on the share's own page wait to be sent from there.
  const isStuck = phase === 'settled' || phase === 'idle';
  useEffect(() => {
    if (phase === 'empty') draft.goBack();
  }, [phase, draft]);
  return (
    <SendingPanel isOwn upload={upload} label={t('uploading.title')}>
      {isStuck && state.shareId && (
        <div className="flex flex-wrap justify-end gap-2">
          <AgainButton label={t('result.again')} tone="ghost" onClick={onAgain} />
          <ButtonLink tone="quiet" href={paths.share(state.shareId)}>
            {t('result.open')}
          </ButtonLink>
        </div>
      )}
      {state.reservedLinkId && (
        <ReservedLink shareId={state.shareId} linkId={state.reservedLinkId} isCopied={state.isCopied} />
      )}
      {!isStuck && <p className="text-xs text-muted">{t('uploading.leave')}</p>}
    </SendingPanel>
  );
}

type ReservedLinkProps = { shareId: string | null; linkId: string; isCopied: boolean };

function ReservedLink({ shareId, linkId, isCopied }: ReservedLinkProps) {
  const t = useTranslations('create.uploading');
  const tLink = useTranslations('mail.link');
  const { baseUrl } = useAppConfig();
  const link = `${baseUrl}${paths.open(linkId)}${fragmentOf(shareId)}`;
  return (
    <section
      aria-label={t('link')}
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-control border border-line bg-sunken px-4 py-3"
    >
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-mono text-sm tracking-tight break-all">{withoutScheme(link)}</p>
        <p className="mt-1 text-xs text-pretty text-muted">
          {isCopied && `${tLink('copied')} · `}
          {t('ahead')}
        </p>
      </div>
      <CopyButton
        tone="quiet"
        text={link}
        label={tLink('copy')}
        copiedLabel={tLink('copied')}
        failedLabel={tLink('copyFailed')}
      />
    </section>
  );
}
