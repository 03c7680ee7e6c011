'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { FilesSection } from '@/components/files/files-section';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';
import { Empty } from '@/components/ui/empty';
import type { ShareUpload } from '@/lib/client/upload/share-upload';
import { useBytes } from '@/lib/client/use-bytes';
import type { ShareFile } from '@/lib/contract/share/file';
import type { ShareDetail } from '@/lib/contract/share/share-shapes';
import { totalOf } from '@/lib/domain/share-total';
import { RemoveFile } from './remove-file';
import { UploadAgain } from './upload-again';

type ShareFilesProps = {
  detail: ShareDetail;
  upload: ShareUpload;
  isAdding: boolean;
  /** All of them can be downloaded elsewhere on the page. */
  isAllElsewhere?: boolean;
  /** Shows the part of the page that adds files. */
  onAdd: () => void;
};

/** The files of a share with what its owner can do to each. */
export function ShareFiles({ detail, upload, isAdding, isAllElsewhere = false, onAdd }: ShareFilesProps) {
  const t = useTranslations('share.detail');
  const sizeText = useBytes();
  const [refused, setRefused] = useState<ShareFile | null>(null);
  const { id, name, files, total } = detail;
  if (totalOf(detail).files === 0) return isAdding ? null : <NoFiles onAdd={onAdd} />;

  const sendRest = (file: ShareFile, picked: File) => {
    const isSame = upload.sendRest({ shareId: id, name, wantsLink: false }, file, picked);
    setRefused(isSame ? null : file);
    if (isSame) onAdd();
  };
  return (
    <>
      {refused && (
        <div className="mb-4">
          <Banner tone="error">
            {t('again.other', { name: refused.filename, size: sizeText(refused.size) })}
          </Banner>
        </div>
      )}
      <FilesSection
        files={files}
        total={total}
        source={{ access: 'own', id }}
        isAllElsewhere={isAllElsewhere}
        initialView={null}
        actions={(file) => (
          <>
            {!file.complete && <UploadAgain file={file} onPick={(picked) => sendRest(file, picked)} />}
            <RemoveFile shareId={id} file={file} />
          </>
        )}
      />
    </>
  );
}

function NoFiles({ onAdd }: { onAdd: () => void }) {
  const t = useTranslations('share.detail.empty');
  return (
    <Empty title={t('title')} text={t('text')}>
      <Button tone="quiet" onClick={onAdd}>
        {t('add')}
      </Button>
    </Empty>
  );
}
