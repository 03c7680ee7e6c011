'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { FilesSection } from '@/components/files/files-section';
import { useIsSending } from '@/components/files/sender';
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

/** A file that was picked for the rest of another. */
type Refused = { part: ShareFile; picked: File };

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
  const unfinished = useTranslations('upload.unfinished');
  const sizeText = useBytes();
  const [refused, setRefused] = useState<Refused | 'unasked' | null>(null);
  const { id, name, files, total } = detail;
  if (totalOf(detail).files === 0) return isAdding ? null : <NoFiles onAdd={onAdd} />;

  const send = async (part: ShareFile, picked: File) => {
    const target = { shareId: id, name, wantsLink: false };
    const { sendRest } = await import('@/lib/client/upload/unfinished/send-rest');
    try {
      const isSame = await sendRest(upload, { target, part, picked });
      setRefused(isSame ? null : { part, picked });
      if (isSame) onAdd();
    } catch {
      setRefused('unasked');
    }
  };
  const sendAsNew = ({ part: { path }, picked: file }: Refused) => {
    setRefused(null);
    upload.add({ files: [{ file, path }], handles: [] }, files);
    onAdd();
  };
  return (
    <>
      {refused === 'unasked' && (
        <div className="mb-4">
          <Banner tone="error">{unfinished('failed')}</Banner>
        </div>
      )}
      {refused && refused !== 'unasked' && (
        <div className="mb-4">
          <Banner
            tone="error"
            action={
              <Button tone="quiet" onClick={() => sendAsNew(refused)}>
                {t('again.asNew')}
              </Button>
            }
          >
            {t('again.other', { name: refused.part.filename, size: sizeText(refused.part.size) })}
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
          <AtRest file={file}>
            {!file.complete && <UploadAgain file={file} onPick={(picked) => void send(file, picked)} />}
            <RemoveFile shareId={id} file={file} />
          </AtRest>
        )}
      />
    </>
  );
}

/** What can be done with a file that is not being sent. */
function AtRest({ file, children }: { file: ShareFile; children: ReactNode }) {
  return !useIsSending(file) && children;
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
