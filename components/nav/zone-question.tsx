'use client';

import { XIcon } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTimeZone, useTranslations } from 'next-intl';
import { useState, useSyncExternalStore } from 'react';
import { Button, IconButton } from '@/components/ui/button';
import { useSend } from '@/lib/client/call/use-call';
import { deviceZone, markZoneAsked, wasZoneAsked } from '@/lib/client/choices/device-zone';
import { settings } from '@/lib/contract/settings';
import { isSameClock, readableZone } from '@/lib/domain/time/time-zone';

const never = () => () => undefined;

/**
 * Asks once per browser if no time zone is set and the device's clock differs from the displayed times. A page that is
 * sent by a bar at the lower edge comes first.
 */
export function ZoneQuestion() {
  const t = useTranslations('app.zone');
  const router = useRouter();
  const drawn = useTimeZone() ?? 'UTC';
  const device = useSyncExternalStore(never, deviceZone, () => undefined);
  const wasAsked = useSyncExternalStore(never, wasZoneAsked, () => true);
  const [isClosed, setIsClosed] = useState(false);
  const send = useSend(settings.setPreferences, { reloads: [settings.getPreferences] });
  if (!device || wasAsked || isClosed || isSameClock(device, drawn, new Date())) return null;

  const close = () => {
    markZoneAsked();
    setIsClosed(true);
  };
  const take = () => send.mutate({ body: { timezone: device } }, { onSuccess: () => router.refresh() });
  return (
    <section
      aria-label={t('label')}
      className="pointer-events-none fixed inset-x-0 bottom-0 z-20 flex justify-center p-4 [body:has([data-send-bar])_&]:hidden"
    >
      <div className="pointer-events-auto flex max-w-full animate-arrive items-center gap-x-3 rounded-card max-sm:flex-wrap max-sm:pb-3 border border-line bg-raised py-1.5 pr-1.5 pl-4 text-sm shadow-float">
        <p className="min-w-0 max-sm:flex-1">
          {send.isError ? t('failed') : t('text', { zone: readableZone(drawn) })}
        </p>
        <div className="max-sm:order-last max-sm:basis-full">
          <Button tone="quiet" pending={send.isPending} onClick={take}>
            {t('use', { zone: readableZone(device) })}
          </Button>
        </div>
        <IconButton label={t('close')} onClick={close}>
          <XIcon aria-hidden />
        </IconButton>
      </div>
    </section>
  );
}
