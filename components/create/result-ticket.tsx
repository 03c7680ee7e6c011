'use client';

import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import { MailForm, useMailForm } from '@/components/mail/use-mail-form';
import { Ticket } from '@/components/share/link/ticket';
import { useNow } from '@/components/share/use-limits';
import { usePublish, useShare } from '@/components/share/use-share';
import { shareLife } from '@/lib/domain/publish';

// Few shares are sealed.
const KeepKey = dynamic(() => import('@/components/sealed/keep-key').then((part) => part.KeepKey), {
  loading: () => null,
});

type ResultTicketProps = { shareId: string; title: string | null; openedMs: number; placeholder: ReactNode };

export function ResultTicket({ shareId, title, openedMs, placeholder }: ResultTicketProps) {
  const { detail } = useShare(shareId);
  const now = useNow(openedMs);
  const publishing = usePublish(shareId);
  const mailing = useMailForm();
  // The cached share may date from before its publication.
  if (!detail?.publishInfo) return placeholder;
  const life = shareLife(detail, now);
  return (
    <>
      <Ticket isNew linkView={null} {...{ detail, life, now, publishing }} onMail={mailing.open} />
      {detail.e2ee && <KeepKey id={shareId} title={title ?? ''} />}
      {mailing.isOpen && (
        <div className="mb-8">
          <MailForm
            template={{ kind: 'share', id: shareId }}
            kinds={['personal', 'shared']}
            onLeave={mailing.close}
          />
        </div>
      )}
    </>
  );
}
