'use client';

import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { popupLook, shadeLook } from './popup-looks';

type DialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  children: ReactNode;
};

/** Keeps the focus inside, gives it back afterwards, closes by Esc and by a click beside it. */
export function Dialog({ isOpen, onOpenChange, title, children }: DialogProps) {
  return (
    <BaseDialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={shadeLook} />
        <BaseDialog.Popup className={popupLook}>
          <BaseDialog.Title className="text-lg font-semibold tracking-tight text-balance">
            {title}
          </BaseDialog.Title>
          {children}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
