'use client';

import { DownloadIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button, ButtonAnchor } from '@/components/ui/button';
import { useAppConfig } from '@/lib/client/app-config';
import { useBytes } from '@/lib/client/use-bytes';
import type { ShareFile } from '@/lib/contract/share/file';
import type { FileTotals } from '@/lib/domain/share-total';
import { type FileSource, fileLinks } from './file-links';
import { completeFiles, wholeZipOffer, type ZipOffer, zipOffer } from './zip-offer';

type ZipLinkProps = { offer: ZipOffer; tone?: 'primary' | 'quiet' };

/** A plain link works before scripts load and survives leaving the page; long addresses need a form. */
export function ZipLink({ offer, tone = 'primary' }: ZipLinkProps) {
  const t = useTranslations('files.zip');
  const sizeText = useBytes();
  const { link, isAll, count, sizeBytes } = offer;
  if ('problem' in link) return null;
  const size = sizeText(sizeBytes);
  const { href, fields } = link;
  const words = (
    <>
      <DownloadIcon aria-hidden />
      {isAll ? t('all', { size }) : t('chosen', { count, size })}
    </>
  );
  if (fields) {
    return (
      <form method="post" action={href} className="contents">
        {fields.map(([name, value]) => (
          <input key={value} type="hidden" name={name} value={value} />
        ))}
        <Button type="submit" tone={tone}>
          {words}
        </Button>
      </form>
    );
  }
  return (
    <ButtonAnchor tone={tone} href={href} download>
      {words}
    </ButtonAnchor>
  );
}

export function ZipProblem({ offer, maxBytes }: { offer: ZipOffer; maxBytes: number }) {
  const t = useTranslations('files.zip');
  const sizeText = useBytes();
  const { link, isAll, sizeBytes } = offer;
  if (!('problem' in link)) return null;
  const values = { size: sizeText(sizeBytes), max: sizeText(maxBytes) };
  return (
    <p role="status" className="mb-3 text-sm text-muted text-pretty">
      {t(isAll ? 'allTooLarge' : 'tooLarge', values)}
    </p>
  );
}

type DownloadAllProps = { files: readonly ShareFile[]; total: FileTotals | undefined; source: FileSource };

export function DownloadAll({ files, total, source }: DownloadAllProps) {
  const t = useTranslations('open');
  const sizeText = useBytes();
  const { zipMaxSize: maxBytes } = useAppConfig();
  const zip = { source, maxBytes };
  const [first, second] = completeFiles(files);
  if (first && !second)
    return (
      <ButtonAnchor href={fileLinks(source, first.id).download} download>
        <DownloadIcon aria-hidden />
        {t('downloadOne', { size: sizeText(first.size) })}
      </ButtonAnchor>
    );
  const all = total ? wholeZipOffer(total, zip) : zipOffer(files, new Set(), zip);
  return all && <ZipLink offer={all} />;
}
