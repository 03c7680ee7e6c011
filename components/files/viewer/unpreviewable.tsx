import { DownloadIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { ButtonAnchor } from '@/components/ui/button';
import { useBytes } from '@/lib/client/use-bytes';
import { FileIcon } from '../file-icon';
import type { PreviewProps } from './preview-props';

type UnpreviewableProps = Pick<PreviewProps, 'file' | 'links'> & { reason?: string };

export function Unpreviewable({ file, links, reason }: UnpreviewableProps) {
  const t = useTranslations('preview');
  const sizeText = useBytes();
  return (
    <section className="m-auto flex max-w-sm flex-col items-center px-6 text-center">
      <FileIcon file={file} size="page" />
      <h2 className="mt-4 font-medium text-balance [overflow-wrap:anywhere]">{file.filename}</h2>
      <p className="mt-1 mb-6 text-sm text-muted text-pretty">{reason ?? t('cannot')}</p>
      <ButtonAnchor href={links.download} download>
        <DownloadIcon aria-hidden />
        {t('downloadSize', { size: sizeText(file.size) })}
      </ButtonAnchor>
    </section>
  );
}
