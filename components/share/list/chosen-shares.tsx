'use client';

import { XIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { IconButton } from '@/components/ui/button';
import { Check } from '@/components/ui/check';
import type { ShareListItem } from '@/lib/contract/share/share-shapes';
import { DeleteShares, ExtendShares } from './change-shares';

type ChosenSharesProps = { items: readonly ShareListItem[]; choice: ShareChoice };

/** Floats below the list, so that selecting moves nothing. */
export function ChosenShares({ items, choice }: ChosenSharesProps) {
  const t = useTranslations('share.list.several');
  const { chosen, choose } = choice;
  if (chosen.length === 0) return null;
  const all = items.map(({ id }) => id);
  const clear = () => {
    choose(all, false);
    // The bar disappears with the focused element.
    document.getElementById('content')?.focus();
  };
  return (
    <section
      aria-label={t('label')}
      data-bottom-bar
      className="sticky bottom-4 z-10 mt-4 flex flex-wrap items-center gap-x-2 gap-y-1 rounded-card border border-line bg-raised p-2 shadow-float"
    >
      <Check
        label={t('all')}
        checked={chosen.length === items.length}
        isPartial={chosen.length < items.length}
        onCheckedChange={(isOn) => choose(all, isOn)}
      />
      <p role="status" className="mr-auto text-sm font-medium tabular-nums">
        {t('count', { count: chosen.length })}
      </p>
      <div className="flex gap-x-2 max-sm:order-last max-sm:basis-full">
        <ExtendShares chosen={chosen} onDone={clear} />
        <DeleteShares chosen={chosen} onDone={clear} />
      </div>
      <IconButton label={t('clear')} onClick={clear}>
        <XIcon aria-hidden />
      </IconButton>
    </section>
  );
}

export type ShareChoice = {
  chosen: readonly ShareListItem[];
  isChosen: (id: string) => boolean;
  choose: (ids: readonly string[], isOn: boolean) => void;
};

/** Shares that leave the list by a search or a deletion are deselected. */
export function useShareChoice(items: readonly ShareListItem[]): ShareChoice {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return {
    chosen: items.filter(({ id }) => ids.has(id)),
    isChosen: (id) => ids.has(id),
    choose: (some, isOn) =>
      setIds((now) => {
        const next = new Set(now);
        for (const id of some) isOn ? next.add(id) : next.delete(id);
        return next;
      }),
  };
}
