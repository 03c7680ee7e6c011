import { CheckIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';

const shownMs = 10_000;

type UndoDoneProps = { name: string; onUndo: () => void; onEnd: () => void };

/** Goes by itself, but not while somebody is on it. */
export function UndoDone({ name, onUndo, onEnd }: UndoDoneProps) {
  const t = useTranslations('deliveries');
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(onEnd, shownMs);
    return () => clearTimeout(timer);
  }, [isHeld, onEnd]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only waits for the pointer and the focus to leave
    <div
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="fixed inset-x-0 bottom-6 z-40 mx-auto flex w-fit max-w-[calc(100%-2rem)] animate-arrive items-center gap-3 rounded-control bg-raised py-1 pr-1 pl-3.5 text-sm shadow-float ring-1 ring-line"
    >
      <CheckIcon aria-hidden className="size-4 shrink-0 text-live" />
      <span aria-hidden className="truncate">
        {t('tick', { name })}
      </span>
      <Button tone="ghost" onClick={onUndo} aria-label={t('undoDone', { name })} aria-keyshortcuts="z">
        {t('undo')}
      </Button>
    </div>
  );
}
