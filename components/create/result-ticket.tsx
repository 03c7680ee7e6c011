'use client';

import { MailForm, useMailing } from '@/components/mail/use-mailing';
import { Ticket } from '@/components/share/link/ticket';
import { useNow } from '@/components/share/use-now';
import { usePublish, useShare } from '@/components/share/use-share';
import { shareLife } from '@/lib/domain/share-life';
import { TicketRoom } from './ticket-room';

type ResultTicketProps = { shareId: string; openedMs: number };

/** The whole ticket of the share that has just been published, with the mail that is to carry its link. */
export function ResultTicket({ shareId, openedMs }: ResultTicketProps) {
  const { detail } = useShare(shareId);
  const now = useNow(openedMs);
  const publishing = usePublish(shareId);
  const mailing = useMailing();
  // What is kept of an earlier look at the share may say that it has no link.
  if (!detail?.publishInfo) return <TicketRoom />;
  const life = shareLife(detail, now);
  return (
    <>
      <Ticket isNew linkView={null} {...{ detail, life, now, publishing }} onMail={mailing.open} />
      {mailing.isOpen && (
        <div className="mb-8">
          <MailForm template={{ kind: 'share', id: shareId }} onLeave={mailing.close} />
        </div>
      )}
    </>
  );
}
