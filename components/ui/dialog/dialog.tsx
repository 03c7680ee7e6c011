'use client';

import { Dialog as Base } from '@base-ui/react/dialog';
import { XIcon } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { IconButton } from '../button';
import { backdropLook, popupLook, viewportLook } from './modal-look';

type DialogProps = {
  /** A Button that opens it; without one, `open` does. */
  trigger?: ReactElement;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  title: ReactNode;
  text?: ReactNode;
  closeLabel: string;
  children: ReactNode;
};

/** A form or a picture above the page. Escape and a click beside it close it; focus goes back. */
export function Dialog({ trigger, title, text, closeLabel, children, open, onOpenChange }: DialogProps) {
  return (
    <Base.Root {...(open !== undefined && { open })} {...(onOpenChange && { onOpenChange })}>
      {trigger && <Base.Trigger render={trigger} />}
      <Base.Portal>
        <Base.Backdrop className={backdropLook} />
        <Base.Viewport className={viewportLook}>
          <Base.Popup className={popupLook}>
            <div className="mb-4 pr-8">
              <Base.Title className="text-lg font-semibold tracking-tight text-balance">{title}</Base.Title>
              {text && <Base.Description className="mt-1 text-sm text-muted">{text}</Base.Description>}
            </div>
            {children}
            {/* Last, so that what the dialog is about gets the focus first. */}
            <span className="absolute top-4 right-4">
              <Base.Close render={<IconButton label={closeLabel} />}>
                <XIcon aria-hidden />
              </Base.Close>
            </span>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
