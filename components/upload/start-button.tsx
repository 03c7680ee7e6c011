'use client';

import { PlayIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { IconButton } from '@/components/ui/button';

/** Beside the button that submits a form with files: starts the upload, which then can be paused and resumed. */
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
