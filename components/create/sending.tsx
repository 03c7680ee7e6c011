'use client';

import { useTranslations } from 'next-intl';
import { ButtonLink } from '@/components/ui/button-link';
import { AgainButton } from '@/components/upload/again-button';
import { SendingPanel } from '@/components/upload/sending-panel';
import { useUploads } from '@/lib/client/upload/use-uploads';
import { paths } from '@/lib/paths';
import type { DraftSnapshot, ShareDraft } from './share-draft';

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
          <AgainButton label={t('result.again')} tone="ghost" onClick={onAgain} />
          <ButtonLink tone="quiet" href={paths.share(state.shareId)}>
            {t('result.open')}
          </ButtonLink>
        </div>
      )}
      {!isStuck && <p className="text-xs text-muted">{t('uploading.leave')}</p>}
    </SendingPanel>
  );
}
