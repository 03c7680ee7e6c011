'use client';

import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { CopyButton } from '@/components/ui/copy-button';
import type { ShareFile } from '@/lib/contract/share/file';
import { dateTimeFormat } from '@/lib/domain/time/moment';

export function FileDetails({ file, indent }: { file: ShareFile; indent: string }) {
  const t = useTranslations('files');
  const format = useFormatter();
  return (
    <dl
      style={{ paddingLeft: `calc(${indent} + 28px)` }}
      className="grid gap-x-6 gap-y-2 bg-sunken py-4 pr-4 text-sm sm:grid-cols-[auto_1fr]"
    >
      <Fact label={t('bytes')}>{t('bytesCount', { bytes: file.size })}</Fact>
      <Fact label={t('type')}>{file.mimetype}</Fact>
      {file.lastModified !== null && (
        <Fact label={t('lastModified')}>
          {format.dateTime(file.lastModified, dateTimeFormat('medium', 'medium'))}
        </Fact>
      )}
      <Fact label={t('uploaded')}>{format.dateTime(file.created, dateTimeFormat('medium', 'medium'))}</Fact>
      <Fact label="SHA-256">
        {file.checksum === '' ? (
          <span className="text-muted">{t('notComputed')}</span>
        ) : (
          <span className="flex items-center gap-2">
            <code className="font-mono text-xs/5 break-all">{file.checksum}</code>
            {/* The button is higher than its line. */}
            <span className="-my-2 pointer-coarse:-my-3">
              <CopyButton
                iconOnly
                text={file.checksum}
                label={t('copyChecksum')}
                copiedLabel={t('copied')}
                failedLabel={t('copyFailed')}
              />
            </span>
          </span>
        )}
      </Fact>
      <Fact label="CRC-32">
        {file.crc32 ? (
          <code className="font-mono text-xs/5">{file.crc32}</code>
        ) : (
          <span className="text-muted">{t('notComputed')}</span>
        )}
      </Fact>
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted max-sm:text-xs">{label}</dt>
      <dd className="min-w-0 tabular-nums max-sm:-mt-1.5">{children}</dd>
    </>
  );
}
