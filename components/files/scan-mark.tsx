import { useTranslations } from 'next-intl';
import type { ShareFile } from '@/lib/contract/share/file';
import { useVerdict } from './use-verdict';

export function ScanMark({ scan, found }: Pick<ShareFile, 'scan' | 'found'>) {
  const t = useTranslations('files.scan');
  useVerdict(scan === 'pending');
  if (!scan) return null;
  const why = found === 'encrypted' || found === 'tooLarge' ? t(found) : found;
  return (
    <span className={`text-xs ${scan === 'infected' ? 'text-warn-text' : 'text-muted'} wrap-anywhere`}>
      {[t(scan), why].filter(Boolean).join(': ')}
    </span>
  );
}
