'use client';

import { AppWindowIcon, QrCodeIcon } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useId, useState, useSyncExternalStore } from 'react';
import { AfterLoad } from '@/components/app/after-load';
import { doorOf } from '@/components/share/miniature/door';
import { IconButton } from '@/components/ui/button';
import { useCall } from '@/lib/client/call/use-call';
import { useViewer } from '@/lib/client/session/session';
import { recipient } from '@/lib/contract/share/recipient';
import type { ShareDetail } from '@/lib/contract/share/share-shapes';
import type { ViewMode } from '@/lib/domain/list-view';
import { QrPlate } from './qr-plate';

const loadView = () =>
  import('@/components/share/miniature/recipients-view').then((part) => part.RecipientsView);
const RecipientsView = dynamic(loadView, { ssr: false });

type TicketStubProps = {
  detail: ShareDetail;
  link: string;
  view: ViewMode | null;
};

/** Beside the link: the page that it opens, or its QR code. */
export function TicketStub({ detail, link, view }: TicketStubProps) {
  const t = useTranslations('share.detail.ticket');
  const caption = useId();
  const isWide = useIsWide();
  const isOwn = useViewer()?.login === detail.creator;
  const [isQr, setQr] = useState(false);
  const people = useCall(recipient.list, { params: { id: detail.id } }, { isWanted: isOwn && isWide });
  const door = doorOf(detail, people.data?.only ?? false);
  const isKnown = people.data !== undefined || !isOwn;
  return (
    <figure aria-labelledby={caption} className="flex flex-1 flex-col gap-1">
      <div className="relative min-h-44 flex-1">
        {isQr ? (
          <div className="flex h-full items-center justify-center">
            <QrPlate link={link} />
          </div>
        ) : (
          <div className="absolute inset-0 overflow-clip rounded-control bg-canvas ring-1 ring-line">
            {isWide && (
              <AfterLoad load={loadView}>
                {isKnown && <RecipientsView {...{ detail, door, view }} />}
              </AfterLoad>
            )}
          </div>
        )}
      </div>
      <div className="flex min-h-9 items-center gap-2">
        <figcaption id={caption} className="min-w-0 flex-1 text-xs text-pretty text-muted">
          {isQr ? t('qr') : t(`seen.${door === 'ask' ? 'none' : door}`)}
        </figcaption>
        <IconButton label={t(isQr ? 'hideQr' : 'showQr')} onClick={() => setQr(!isQr)}>
          {isQr ? <AppWindowIcon aria-hidden /> : <QrCodeIcon aria-hidden />}
        </IconButton>
      </div>
    </figure>
  );
}

const wide = '(width >= 48rem)';

const useIsWide = (): boolean =>
  useSyncExternalStore(
    (notify) => {
      const query = matchMedia(wide);
      query.addEventListener('change', notify);
      return () => query.removeEventListener('change', notify);
    },
    () => matchMedia(wide).matches,
    () => false,
  );
