'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Empty } from '@/components/ui/empty';

export default function ScreenFailed({ reset }: { error: Error; reset: () => void }) {
  const t = useTranslations('info');
  return (
    <Empty title={t('failed.title')} text={t('failed.text')}>
      <Button onClick={reset}>{t('again')}</Button>
    </Empty>
  );
}
