'use client';

import { DownloadIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button, ButtonAnchor } from '@/components/ui/button';
import { useShortBytes } from '@/lib/client/content/use-bytes';
import type { ZipOffer } from './zip-offer';

type ZipLinkProps = { offer: ZipOffer; tone?: 'primary' | 'quiet' };

/** A plain link works before scripts load and survives leaving the page; long addresses need a form. */
export function ZipLink({ offer, tone = 'primary' }: ZipLinkProps) {
  const t = useTranslations('files.zip');
  const sizeText = useShortBytes();
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
      <Button
        tone={tone}
        onClick={() => void import('./post-form').then(({ postForm }) => postForm(href, fields))}
      >
        {words}
      </Button>
    );
  }
  return (
    <ButtonAnchor tone={tone} href={href} download>
      {words}
    </ButtonAnchor>
  );
}
