import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { useShortBytes } from '@/lib/client/content/use-bytes';
import type { ShareFile } from '@/lib/contract/share/file';
import { canPreview, isReady } from '@/lib/domain/file/file-type';
import { endingOf } from '@/lib/domain/inbox/inbox-form';
import { FileIcon } from '../file-icon';
import { DownloadIconLink, FileName } from '../file-row';
import type { FileViewProps } from '../file-view';
import { fileLinks } from '../zip/file-links';
import { stripItemLook, stripLook } from './strip-look';

type DocumentStripProps = Pick<FileViewProps, 'files' | 'source' | 'onShow'>;

/** Holds what the sender's words are often about, above the photos. */
export function DocumentStrip({ files, source, onShow }: DocumentStripProps) {
  const t = useTranslations('files');
  return (
    <ul aria-label={t('documents')} className={stripLook}>
      {files.map((file) => (
        <li
          key={file.id}
          className={`${stripItemLook} flex min-w-0 items-center gap-3 bg-raised py-2 pr-2 pl-4 text-sm ring-1 ring-line`}
        >
          <FileIcon file={file} />
          <DocumentName {...{ file, source, onShow }} />
          <span className="ml-auto flex shrink-0 items-center">
            {canPreview(file) && (
              <Button
                tone="ghost"
                aria-label={t('openNamed', { name: file.filename })}
                onClick={() => onShow(file)}
              >
                {t('open')}
              </Button>
            )}
            {isReady(file) && (
              <DownloadIconLink
                href={fileLinks(source, file.id).download}
                label={t('downloadNamed', { name: file.filename })}
              />
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

type DocumentNameProps = Pick<DocumentStripProps, 'source' | 'onShow'> & { file: ShareFile };

function DocumentName({ file, source, onShow }: DocumentNameProps) {
  const { filename, size } = file;
  const sizeText = useShortBytes();
  const facts = [endingOf(filename).toUpperCase(), sizeText(size)].filter(Boolean);
  return (
    <div className="min-w-0">
      <p className="flex *:py-0.5">
        <FileName file={file} download={fileLinks(source, file.id).download} onShow={onShow} />
      </p>
      <p className="truncate text-xs text-muted tabular-nums">{facts.join(' · ')}</p>
    </div>
  );
}
