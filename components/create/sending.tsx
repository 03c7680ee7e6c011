'use client';

import { useTranslations } from 'next-intl';
import { ButtonLink } from '@/components/ui/button-link';
import { SendingPanel } from '@/components/upload/sending-panel';
import { useUploads } from '@/lib/client/upload/use-uploads';
import { paths } from '@/lib/paths';
import type { DraftSnapshot, ShareDraft } from './share-draft';
import { AgainButton } from './share-result';

type SendingProps = { draft: ShareDraft; state: DraftSnapshot; onAgain: () => void };

/** The share on its way; or stuck, and the ways on. */
export function Sending({ draft, state, onAgain }: SendingProps) {
  const t = useTranslations('create');
  const { upload } = draft;
  const { phase } = useUploads(upload.queue);
  const isStuck = phase === 'settled';
  return (
    <SendingPanel upload={upload} label={t('uploading.title')} isOff={false}>
      {isStuck && state.shareId && (
        <div className="flex flex-wrap justify-end gap-2">
          <AgainButton onClick={onAgain} />
          <ButtonLink tone="quiet" href={paths.share(state.shareId)}>
            {t('result.open')}
          </ButtonLink>
        </div>
      )}
      {!isStuck && <p className="text-xs text-muted">{t('uploading.leave')}</p>}
    </SendingPanel>
  );
}
