'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';
import { useUnfinished } from '@/components/upload/use-unfinished';
import type { ShareUpload } from '@/lib/client/upload/share-upload';
import { useUploads } from '@/lib/client/upload/upload-snapshot';
import type { ShareDetail } from '@/lib/contract/share/share-shapes';
import { incompleteCount } from '@/lib/domain/share-total';

const namedAtMost = 3;

type InterruptedProps = {
  detail: ShareDetail;
  upload: ShareUpload;
  onContinue: () => void;
};

export function Interrupted({ detail, upload, onContinue }: InterruptedProps) {
  const t = useTranslations('share.detail.interrupted');
  const words = useTranslations('upload.unfinished');
  const { phase } = useUploads(upload.queue);
  const { begin } = useUnfinished(
    upload.settings.access,
    (earlier, found) => upload.resume(earlier, found),
    detail.id,
  );
  const missing = incompleteCount(detail);
  if (missing === 0 || phase === 'running' || phase === 'paused') return null;
  const goOn = () => {
    onContinue();
    // With stored handles the files are sent at once, otherwise the person picks them there.
    void begin();
  };
  const names = detail.files.filter(({ complete }) => !complete).map(({ filename }) => filename);
  const shown = names.slice(0, namedAtMost).join(', ');
  return (
    <div className="mb-6">
      <Banner
        tone="info"
        // Only the sender has the files of an alias delivery.
        action={
          detail.aliasId === null && (
            <Button tone="quiet" onClick={goOn}>
              {words('continue')}
            </Button>
          )
        }
      >
        {t('text')}{' '}
        {names.length > 0 &&
          words('missing', {
            count: missing,
            names: shown,
            more: missing - Math.min(namedAtMost, names.length),
          })}
      </Banner>
    </div>
  );
}
