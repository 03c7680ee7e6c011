'use client';

import { PlusIcon } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';

type SendBarProps = {
  trouble: string | null;
  summary: ReactNode;
  children: ReactNode;
};

/** Sticks to the lower edge of the window however long the list above is. */
export function SendBar({ trouble, summary, children }: SendBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => (bar.current ? scrollAbove(bar.current) : undefined), []);
  return (
    <div
      ref={bar}
      data-send-bar
      className="sticky bottom-0 z-10 flex flex-col gap-3 rounded-b-card border-t border-line bg-raised px-5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] max-sm:px-4 max-sm:pt-3"
    >
      {trouble && <Banner tone="error">{trouble}</Banner>}
      <div className="flex flex-wrap items-center justify-end gap-2 max-sm:flex-col-reverse max-sm:items-stretch">
        {summary && (
          <div className="flex items-center gap-x-2 text-xs text-muted tabular-nums max-sm:order-last sm:mr-auto">
            {summary}
          </div>
        )}
        {children}
      </div>
    </div>
  );
}

/** Keeps focused elements above the bar also where it has several lines. */
function scrollAbove(bar: HTMLElement): () => void {
  const { style } = document.documentElement;
  const resized = new ResizeObserver(() => {
    style.scrollPaddingBottom = `${bar.offsetHeight + 16}px`;
  });
  resized.observe(bar);
  return () => {
    resized.disconnect();
    style.scrollPaddingBottom = '';
  };
}

type AgainButtonProps = { label: string; tone: 'ghost' | 'quiet'; onClick: () => void };

export function AgainButton({ label, tone, onClick }: AgainButtonProps) {
  return (
    <Button tone={tone} onClick={onClick}>
      <PlusIcon aria-hidden />
      {label}
    </Button>
  );
}
