'use client';

import { Tabs as Base } from '@base-ui/react/tabs';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { segmentedList, segmentedPart } from '@/components/ui/form/segmented-look';

type TabsProps<T extends string> = {
  label: string;
  /** Null while all are folded. */
  value: T | null;
  onValueChange: (value: T) => void;
  /** Called by a click on the open tab. */
  onFold?: () => void;
  beside?: ReactNode;
  tabs: readonly { value: T; label: ReactNode; panel: ReactNode; disabled?: boolean }[];
};

export function Tabs<T extends string>({ label, value, onValueChange, onFold, beside, tabs }: TabsProps<T>) {
  return (
    <Base.Root value={value} onValueChange={(next: T) => onValueChange(next)}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Base.List aria-label={label} className={`${segmentedList} max-sm:*:px-2`}>
          {tabs.map((tab) => (
            <Base.Tab
              key={tab.value}
              value={tab.value}
              disabled={tab.disabled ?? false}
              onClick={() => value === tab.value && onFold?.()}
              className={clsx(
                segmentedPart,
                'focus-visible:-outline-offset-2 data-active:border-line data-active:bg-raised data-active:text-ink data-active:shadow-xs data-disabled:opacity-45',
              )}
            >
              {tab.label}
            </Base.Tab>
          ))}
        </Base.List>
        {beside && <div className="ml-auto flex flex-wrap justify-end gap-2">{beside}</div>}
      </div>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="pt-6">
          {tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
