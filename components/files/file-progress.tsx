import { useTranslations } from 'next-intl';
import type { ShareFile } from '@/lib/contract/share/file';
import { percent } from '@/lib/domain/units';
import { useIsSending } from './sender';
import { useVerdict } from './use-verdict';

/** Below the name of a file that isn't simply there. */
export function FileProgress({ file }: { file: ShareFile }) {
  const t = useTranslations('files');
  const isSending = useIsSending(file);
  if (file.complete) return <ScanMark {...file} />;
  if (isSending) return <span className="shrink-0 text-muted">{t('uploading')}</span>;
  const share = file.size === 0 ? 1 : file.storedSize / file.size;
  return (
    <>
      <span className="shrink-0 text-muted tabular-nums">
        {t('incomplete', { percent: percent(file.storedSize, file.size) })}
        <span className="max-sm:sr-only"> {t('uploadAgain')}</span>
      </span>
      <span
        aria-hidden
        style={{ transform: `scaleX(${share})` }}
        className="absolute inset-x-0 -bottom-px h-0.5 origin-left bg-warn"
      />
    </>
  );
}

function ScanMark({ scan, found }: Pick<ShareFile, 'scan' | 'found'>) {
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
