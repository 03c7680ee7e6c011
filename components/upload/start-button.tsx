'use client';

import { PlayIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { IconButton } from '@/components/ui/button';

export function StartButton({ isOff }: { isOff: boolean }) {
  const t = useTranslations('upload.progress');
  return (
    <IconButton
      tone="quiet"
      label={t('start')}
      disabled={isOff}
      onClick={({ currentTarget }) => currentTarget.form?.requestSubmit()}
    >
      <PlayIcon aria-hidden />
    </IconButton>
  );
}
