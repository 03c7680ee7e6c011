'use client';

import { UploadIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { IconButton } from '@/components/ui/button';
import type { ShareFile } from '@/lib/contract/share/file';

export function UploadAgain({ file, onPick }: { file: ShareFile; onPick: (picked: File) => void }) {
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
