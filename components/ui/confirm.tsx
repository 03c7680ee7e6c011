'use client';

import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Banner } from './banner';
import { Button } from './button';
import { popupLook, shadeLook } from './popup-looks';

type ConfirmProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  text?: string | undefined;
  yes: string;
  no: string;
  isPending?: boolean;
  error?: string | undefined;
  onConfirm: () => void;
};

/** Asks before something is lost. "No" has the focus, and a failure is told right here. */
export function Confirm(props: ConfirmProps) {
  const { isOpen, onOpenChange, title, text, yes, no, isPending = false, error, onConfirm } = props;
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={shadeLook} />
        <AlertDialog.Popup className={popupLook}>
          <AlertDialog.Title className="text-lg font-semibold tracking-tight text-balance">
            {title}
          </AlertDialog.Title>
          {text && (
            <AlertDialog.Description className="mt-2 text-sm text-pretty text-muted">
              {text}
            </AlertDialog.Description>
          )}
          {error && (
            <div className="mt-4">
              <Banner tone="danger">{error}</Banner>
            </div>
          )}
          <div className="mt-6 flex flex-wrap justify-end gap-2">
            <AlertDialog.Close render={<Button tone="quiet">{no}</Button>} />
            <Button tone="danger" isPending={isPending} onClick={onConfirm}>
              {yes}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
