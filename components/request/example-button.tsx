'use client';

import { useMutation } from '@tanstack/react-query';
import { DownloadIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { FailureBanner } from '@/components/app/failure-banner';
import { Button } from '@/components/ui/button';
import { call } from '@/lib/client/call/call';
import { saveFile } from '@/lib/client/save-file';
import type { AskedSlot } from '@/lib/contract/alias/asked';
import { asked } from '@/lib/contract/alias/asked';

type ExampleButtonProps = { slot: Pick<AskedSlot, 'id' | 'name'>; token: string };

/** Saves it without showing it here, whatever it is. */
export function ExampleButton({ slot: { id, name: slot }, token }: ExampleButtonProps) {
  const t = useTranslations('asked');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(asked.example, { body: { token, slot: id } }),
    onSuccess: ({ name, data }) => {
      const text = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
      saveFile({ name, type: 'application/octet-stream', text });
    },
  });
  return (
    <>
      <Button
        tone="ghost"
        aria-label={t('saveExampleFor', { slot })}
        pending={isPending}
        onClick={() => mutate()}
      >
        <DownloadIcon aria-hidden />
        {t('saveExample')}
      </Button>
      <FailureBanner error={error} className="basis-full" />
    </>
  );
}
