'use client';

import { Trash2Icon, UploadIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, useRef, useState } from 'react';
import { FilesSection } from '@/components/files/files-section';
import { useIsSending } from '@/components/files/sender';
import { fileReloads } from '@/components/share/use-share';
import { Button, IconButton } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';
import { Confirm } from '@/components/ui/dialog/confirm';
import { Empty } from '@/components/ui/empty';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { useBytes } from '@/lib/client/content/use-bytes';
import type { ShareUpload } from '@/lib/client/upload/share-upload';
import type { ShareFile } from '@/lib/contract/share/file';
import { share } from '@/lib/contract/share/share';
import type { ShareDetail } from '@/lib/contract/share/share-shapes';
import { totalOf } from '@/lib/domain/share-total';
import type { OpenedSeal } from './sealed-detail';
import { UseAsCover } from './use-as-cover';

type RejectedFile = { part: ShareFile; picked: File };

type ShareFilesProps = {
  detail: ShareDetail;
  upload: ShareUpload;
  isAdding: boolean;
  /** The page has another button that downloads all files. */
  isAllElsewhere?: boolean;
  seal?: OpenedSeal | undefined;
  onAdd: () => void;
};

export function ShareFiles({
  detail,
  upload,
  isAdding,
  isAllElsewhere = false,
  seal,
  onAdd,
}: ShareFilesProps) {
  const t = useTranslations('share.detail');
  const unfinished = useTranslations('upload.unfinished');
  const sizeText = useBytes();
  const [rejected, setRejected] = useState<RejectedFile | 'failed' | null>(null);
  const { id, name, files, total } = detail;
  if (totalOf(detail).files === 0) return isAdding || detail.blocked ? null : <NoFiles onAdd={onAdd} />;

  const send = async (part: ShareFile, picked: File) => {
    const target = { shareId: id, name, wantsLink: false };
    const { sendRest } = await import('@/lib/client/upload/unfinished/send-rest');
    try {
      const isSame = await sendRest(upload, { target, part, picked });
      setRejected(isSame ? null : { part, picked });
      if (isSame) onAdd();
    } catch {
      setRejected('failed');
    }
  };
  const sendAsNew = ({ part: { path }, picked: file }: RejectedFile) => {
    setRejected(null);
    upload.add({ files: [{ file, path }], handles: [] }, files);
    onAdd();
  };
  return (
    <>
      {rejected === 'failed' && (
        <div className="mb-4">
          <Banner tone="error">{unfinished('failed')}</Banner>
        </div>
      )}
      {rejected && rejected !== 'failed' && (
        <div className="mb-4">
          <Banner
            tone="error"
            action={
              <Button tone="quiet" onClick={() => sendAsNew(rejected)}>
                {t('again.asNew')}
              </Button>
            }
          >
            {t('again.other', { name: rejected.part.filename, size: sizeText(rejected.part.size) })}
          </Banner>
        </div>
      )}
      <FilesSection
        files={files}
        total={total}
        source={seal?.source ?? { access: 'own', id }}
        isAllElsewhere={isAllElsewhere}
        initialView={null}
        viewerActions={(file) => !seal && <UseAsCover detail={detail} file={file} />}
        actions={(file) => (
          <AtRest file={file}>
            {!file.complete && !seal && (
              <UploadAgain file={file} onPick={(picked) => void send(file, picked)} />
            )}
            <RemoveFile shareId={id} file={file} onRemoved={() => seal?.forget(file)} />
          </AtRest>
        )}
      />
    </>
  );
}

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

function UploadAgain({ file, onPick }: { file: ShareFile; onPick: (picked: File) => void }) {
  const t = useTranslations('share.detail.again');
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton label={t('upload', { name: file.filename })} onClick={() => input.current?.click()}>
        <UploadIcon aria-hidden />
      </IconButton>
      <input
        ref={input}
        type="file"
        hidden
        onChange={({ target }) => {
          const [picked] = target.files ?? [];
          if (picked) onPick(picked);
          // The same file may be chosen twice in a row.
          target.value = '';
        }}
      />
    </>
  );
}

type RemoveFileProps = { shareId: string; file: ShareFile; onRemoved: () => void };

function RemoveFile({ shareId, file, onRemoved }: RemoveFileProps) {
  const t = useTranslations('share.detail.delete');
  const failureText = useFailureText();
  const { mutateAsync, error } = useSend(share.removeFile, fileReloads);
  return (
    <Confirm
      trigger={
        <IconButton label={t('file', { name: file.filename })}>
          <Trash2Icon aria-hidden />
        </IconButton>
      }
      title={t('title')}
      subject={file.path === '' ? file.filename : `${file.path}/${file.filename}`}
      confirmLabel={t('yes')}
      cancelLabel={t('no')}
      error={error && failureText(error)}
      onConfirm={() => mutateAsync({ params: { id: shareId, fileId: file.id } }).then(onRemoved)}
    />
  );
}
