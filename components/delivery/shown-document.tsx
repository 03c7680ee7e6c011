import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { type FileSource, fileLinks } from '@/components/files/zip/file-links';
import type { ShareFile } from '@/lib/contract/share/file';
import { documentOf } from './document-of';

// Its place is kept while it loads.
const PreviewStage = dynamic(
  () => import('@/components/files/viewer/preview-stage').then((part) => part.PreviewStage),
  { ssr: false },
);

type ShownDocumentProps = { files: readonly ShareFile[]; source: FileSource };

export function ShownDocument({ files, source }: ShownDocumentProps) {
  const t = useTranslations('preview');
  const file = documentOf(files);
  if (!file) return null;
  return (
    <figure aria-label={t('title', { name: file.filename })} className="mb-8">
      <div className="relative h-[min(70dvh,56rem)] overflow-hidden rounded-card bg-sunken ring-1 ring-line">
        <PreviewStage
          key={file.id}
          {...{ file, source }}
          links={fileLinks(source, file.id)}
          isAhead={false}
          onKey={() => undefined}
        />
      </div>
    </figure>
  );
}
