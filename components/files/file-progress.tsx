import { useTranslations } from 'next-intl';
import type { ShareFile } from '@/lib/contract/share/file';
import { percent } from '@/lib/domain/units';
import { ScanMark } from './scan-mark';
import { useIsSending } from './sender';

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
