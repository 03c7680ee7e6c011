'use client';

import { useTranslations } from 'next-intl';
import { Check } from '@/components/ui/check';
import { useSetDone } from './use-set-done';

type DoneTickProps = { id: string; name: string; isDone: boolean };

/** Ticks a delivery off. It shows at once, and goes back where that fails. */
export function DoneTick({ id, name, isDone }: DoneTickProps) {
  const t = useTranslations('deliveries');
  const { isOn, set } = useSetDone(id, isDone);
  return <Check label={t('tick', { name })} checked={isOn} onCheckedChange={set} />;
}
