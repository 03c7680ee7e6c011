import { DownloadIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { ButtonAnchor } from '@/components/ui/button';
import { useBytes } from '@/lib/client/use-bytes';
import { FileIcon } from '../file-icon';
import type { PreviewProps } from './preview-props';

type UnpreviewableProps = Pick<PreviewProps, 'file' | 'links'> & {
  reason?: string;
  children?: ReactNode;
};

export function Unpreviewable({ file, links, reason, children }: UnpreviewableProps) {
  const t = useTranslations('preview');
  const sizeText = useBytes();
  return (
    <section className="m-auto flex max-w-sm flex-col items-center px-6 text-center">
      {children || <FileIcon file={file} size="page" />}
      <h2 className="mt-4 font-medium text-balance [overflow-wrap:anywhere]">{file.filename}</h2>
      <p className="mt-1 mb-6 text-sm text-muted text-pretty">{reason ?? t('cannot')}</p>
      <ButtonAnchor href={links.download} download>
        <DownloadIcon aria-hidden />
        {t('downloadSize', { size: sizeText(file.size) })}
      </ButtonAnchor>
    </section>
  );
}
