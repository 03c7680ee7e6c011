'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { SizeWarning } from '@/components/upload/choose/size-warning';
import type { UploadQueue } from '@/lib/client/upload/queue';
import { useUploads } from '@/lib/client/upload/use-uploads';
import { useBytes } from '@/lib/client/use-bytes';

/** Under the list: how many, how much, and away with them. */
export function FilesLine({ queue, maxSizeBytes }: { queue: UploadQueue; maxSizeBytes: number }) {
  const t = useTranslations('create.submit');
  const sizeText = useBytes();
  const { ids, totalBytes } = useUploads(queue);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-2 pr-3 pl-5">
      <p className="mr-auto text-xs text-muted tabular-nums">
        {t('summary', { count: ids.length, size: sizeText(totalBytes) })}
      </p>
      <Button tone="ghost" onClick={() => queue.remove(ids)}>
        {t('clear')}
      </Button>
      {totalBytes > maxSizeBytes && (
        <div className="basis-full pb-2">
          <SizeWarning totalBytes={totalBytes} maxSizeBytes={maxSizeBytes} />
        </div>
      )}
    </div>
  );
}
