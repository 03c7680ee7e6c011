'use client';

import dynamic from 'next/dynamic';
import { cloneElement, type MouseEvent, type ReactElement, type ReactNode, useState } from 'react';
import type { Button } from '../button';

// What draws modal dialogs weighs 30 KB: it is loaded on the way to the button, not with the page.
const load = () => import('./confirm-dialog').then((part) => part.ConfirmDialog);
const ConfirmDialog = dynamic(load, { ssr: false });

export type Question = {
  title: ReactNode;
  /** What is meant, by its name: who has twenty tabs open reads it before saying yes. */
  subject?: ReactNode;
  text?: ReactNode;
  /** What has to be said besides yes, below the text. */
  children?: ReactNode;
  confirmLabel: string;
  cancelLabel: string;
  /** When its promise resolves the question closes; when it rejects it stays, with `error`. */
  onConfirm: () => unknown;
  error?: ReactNode;
  tone?: 'danger' | 'primary';
};

type ConfirmProps = Question & {
  /** A Button that asks; without one, `open` does. */
  trigger?: ReactElement<Parameters<typeof Button>[0]>;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
};

/** Asks before something that can't be undone. Only its own buttons and Escape close it. */
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
