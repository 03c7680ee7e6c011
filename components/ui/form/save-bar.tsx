import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';

type SaveBarProps = {
  /** Then it sticks to the lower edge of the window. */
  isChanged: boolean;
  isPending: boolean;
  /** Nothing can be saved as it is. */
  isIdle?: boolean;
  /** Beside the buttons. */
  status: ReactNode;
  labels: { discard: string; save: string };
  onDiscard: () => void;
  /** Above the buttons. */
  children: ReactNode;
};

/** The end of a form that has one button for all of it. */
export function SaveBar({ isChanged, isPending, isIdle, status, labels, onDiscard, children }: SaveBarProps) {
  return (
    <div
      data-send-bar={isChanged || undefined}
      className={clsx(
        'flex flex-col gap-3 rounded-card bg-raised px-5 py-4 pb-[max(1rem,env(safe-area-inset-bottom))] ring-1 ring-line',
        isChanged && 'sticky bottom-0 z-10 shadow-card max-sm:rounded-b-none',
      )}
    >
      {children}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p role="status" className="mr-auto text-sm text-muted">
          {status}
        </p>
        {isChanged && (
          <Button tone="ghost" disabled={isPending} onClick={onDiscard}>
            {labels.discard}
          </Button>
        )}
        <Button type="submit" disabled={isIdle} pending={isPending}>
          {labels.save}
        </Button>
      </div>
    </div>
  );
}
