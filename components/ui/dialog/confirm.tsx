'use client';

import dynamic from 'next/dynamic';
import { cloneElement, type MouseEvent, type ReactElement, type ReactNode, useState } from 'react';
import type { Button } from '../button';

// Modal dialogs need 30 KB of script: loaded when the pointer comes near, not with the page.
const load = () => import('./confirm-dialog').then((part) => part.ConfirmDialog);
const ConfirmDialog = dynamic(load, { ssr: false });

export type ConfirmQuestion = {
  title: ReactNode;
  /** Name of the affected object, so that a person with many tabs open sees which one it is. */
  subject?: ReactNode;
  text?: ReactNode;
  children?: ReactNode;
  confirmLabel: string;
  cancelLabel: string;
  /** The dialog closes when the promise resolves, and stays open with `error` when it rejects. */
  onConfirm: () => unknown;
  error?: ReactNode;
  tone?: 'danger' | 'primary';
};

type ConfirmProps = ConfirmQuestion & {
  trigger?: ReactElement<Parameters<typeof Button>[0]>;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
};

/** Only its own buttons and Escape close it. */
export function Confirm({ trigger, open, onOpenChange, ...question }: ConfirmProps) {
  const [ownOpen, setOwnOpen] = useState(false);
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  const isOpen = open ?? ownOpen;
  // Once asked it stays, closed, so that it can leave in its own time.
  const [wasAsked, setWasAsked] = useState(false);
  if (isOpen && !wasAsked) setWasAsked(true);

  const change = (next: boolean) => {
    setOwnOpen(next);
    onOpenChange?.(next);
  };
  const ask = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    setOpener(currentTarget);
    change(true);
  };
  const fetchAhead = () => {
    load().catch(() => {}); // the click asks again
  };
  return (
    <>
      {trigger &&
        cloneElement(trigger, {
          'aria-haspopup': 'dialog',
          'aria-expanded': isOpen,
          onClick: ask,
          onPointerEnter: fetchAhead,
          onFocus: fetchAhead,
        })}
      {wasAsked && <ConfirmDialog {...question} open={isOpen} onOpenChange={change} opener={opener} />}
    </>
  );
}
