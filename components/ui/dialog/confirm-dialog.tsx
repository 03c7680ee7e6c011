'use client';

import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../button';
import { type FocusPlace, findLanding, isFocusLost, placeOf } from '../focus-place';
import { Banner } from './banner';
import type { ConfirmQuestion } from './confirm';
import { useBackCloses } from './layers';

type ConfirmDialogProps = ConfirmQuestion & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  opener: HTMLElement | null;
};

export function ConfirmDialog({ open, onOpenChange, opener, ...question }: ConfirmDialogProps) {
  useBackCloses(open, () => onOpenChange(false));
  const land = useLanding(open, opener);
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop data-backdrop className={backdropLook} />
        <AlertDialog.Viewport className={viewportLook}>
          <AlertDialog.Popup className={popupLook} finalFocus={() => land() ?? true}>
            <ConfirmBody {...question} onClose={() => onOpenChange(false)} />
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

/** Returns what takes the focus afterwards, as what was confirmed may have removed the opener, and this dialog with it. */
function useLanding(open: boolean, opener: HTMLElement | null): () => HTMLElement | null {
  const place = useRef<FocusPlace>(null);
  useLayoutEffect(() => {
    if (open) place.current = opener && placeOf(opener);
  }, [open, opener]);
  const land = useCallback(() => place.current && findLanding([place.current]), []);
  useEffect(() => {
    const passOn = () => isFocusLost() && land()?.focus();
    return () => void requestAnimationFrame(passOn);
  }, [land]);
  return land;
}

function ConfirmBody({
  title,
  subject,
  text,
  children,
  confirmLabel,
  cancelLabel,
  error,
  tone,
  onConfirm,
  onClose,
}: ConfirmQuestion & { onClose: () => void }) {
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
      {(subject || text) && (
        <AlertDialog.Description render={<div />} className="mt-2 flex flex-col gap-1 text-sm text-muted">
          {subject && (
            <span className="line-clamp-5 font-medium whitespace-pre-line text-ink wrap-anywhere">
              {subject}
            </span>
          )}
          {text && <span>{text}</span>}
        </AlertDialog.Description>
      )}
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

const backdropLook =
  'fixed inset-0 z-20 bg-black/40 transition-opacity duration-180 ease-out data-ending-style:opacity-0 data-starting-style:opacity-0';
const viewportLook = 'fixed inset-0 z-20 grid place-items-center overflow-y-auto p-4';
const popupLook =
  'relative w-full max-w-md rounded-card border border-line bg-raised p-6 shadow-float outline-none transition-[opacity,translate] duration-180 ease-out data-ending-style:translate-y-1 data-ending-style:opacity-0 data-starting-style:translate-y-1 data-starting-style:opacity-0';
