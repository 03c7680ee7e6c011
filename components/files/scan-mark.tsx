import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { callKey } from '@/lib/client/call/call-key';
import type { ShareFile } from '@/lib/contract/share/file';
import { share } from '@/lib/contract/share/share';

const lookMs = 5_000;

export function ScanMark({ scan, found }: Pick<ShareFile, 'scan' | 'found'>) {
  const t = useTranslations('files.scan');
  useVerdict(scan === 'pending');
  if (!scan) return null;
  const why = found === 'encrypted' || found === 'tooLarge' ? t(found) : found;
  return (
    <span className={`text-xs ${scan === 'infected' ? 'text-warn' : 'text-muted'} wrap-anywhere`}>
      {[t(scan), why].filter(Boolean).join(': ')}
    </span>
  );
}

let lookedAt = 0;

/** Reloads the files of the page's owner until there is a verdict; of many marks one does it. */
function useVerdict(isPending: boolean): void {
  const cache = useQueryClient();
  useEffect(() => {
    if (!isPending) return;
    const timer = setInterval(() => {
      if (performance.now() - lookedAt < lookMs / 2) return;
      lookedAt = performance.now();
      for (const stale of [share.get, share.folder, share.files])
        void cache.invalidateQueries({ queryKey: callKey(stale) });
    }, lookMs);
    return () => clearInterval(timer);
  }, [cache, isPending]);
}
