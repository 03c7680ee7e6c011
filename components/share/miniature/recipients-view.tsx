'use client';

import { SenderColor } from '@/components/sender/sender-color';
import { useOwnSender } from '@/components/sender/use-own-sender';
import type { ShareDetail } from '@/lib/contract/share/share-shapes';
import type { ViewMode } from '@/lib/domain/list-view';
import type { Door } from './door';
import { Miniature } from './miniature';
import { RecipientPage } from './recipient-page';

type RecipientsViewProps = { detail: ShareDetail; door: Door; view: ViewMode | null };

/** Appears when all of it is known. A delivery names no sender. */
export function RecipientsView({ detail, door, view }: RecipientsViewProps) {
  const own = useOwnSender();
  const sender = detail.aliasId === null ? own : null;
  if (sender === undefined) return null;
  return (
    <div className="absolute inset-0 animate-arrive">
      <SenderColor color={sender?.color} within="[data-miniature]" />
      <Miniature>
        <RecipientPage {...{ detail, door, sender, view }} />
      </Miniature>
    </div>
  );
}
