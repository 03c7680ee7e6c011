'use client';

import { AlertDialog } from '@base-ui/react/alert-dialog';
import { type ReactElement, type ReactNode, useState } from 'react';
import { Banner } from './banner';
import { Button } from './button';
import { backdropLook, popupLook, viewportLook } from './modal-look';

type ConfirmProps = {
  /** A Button that asks; without one, `open` does. */
  trigger?: ReactElement;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  title: ReactNode;
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

/** Asks before something that can't be undone. Only its own buttons and Escape close it. */
export function Confirm({ trigger, open, onOpenChange, ...question }: ConfirmProps) {
  const [isOpen, setIsOpen] = useState(false);
  const change = (next: boolean) => {
    setIsOpen(next);
    onOpenChange?.(next);
  };
  return (
    <AlertDialog.Root open={open ?? isOpen} onOpenChange={(next) => change(next)}>
      {trigger && <AlertDialog.Trigger render={trigger} />}
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={backdropLook} />
        <AlertDialog.Viewport className={viewportLook}>
          <AlertDialog.Popup className={popupLook}>
            <Question {...question} onClose={() => change(false)} />
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

type QuestionProps = Omit<ConfirmProps, 'trigger' | 'open' | 'onOpenChange'> & { onClose: () => void };

function Question({
  title,
  text,
  children,
  confirmLabel,
  cancelLabel,
  error,
  tone,
  onConfirm,
  onClose,
}: QuestionProps) {
  const [pending, setPending] = useState(false);
  const confirm = () => {
    setPending(true);
    Promise.resolve(onConfirm())
      .then(onClose, () => undefined)
      .finally(() => setPending(false));
  };
  return (
    <>
      <AlertDialog.Title className="text-lg font-semibold tracking-tight text-balance">
        {title}
      </AlertDialog.Title>
      {text && <AlertDialog.Description className="mt-2 text-sm text-muted">{text}</AlertDialog.Description>}
      {children && <div className="mt-4">{children}</div>}
      {error && (
        <div className="mt-4">
          <Banner tone="error">{error}</Banner>
        </div>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <AlertDialog.Close render={<Button tone="quiet" />}>{cancelLabel}</AlertDialog.Close>
        <Button tone={tone ?? 'danger'} pending={pending} onClick={confirm}>
          {confirmLabel}
        </Button>
      </div>
    </>
  );
}
