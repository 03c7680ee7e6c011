/** Dialogs and confirmations look and move alike. */
export const backdropLook =
  'fixed inset-0 z-20 bg-black/40 transition-opacity duration-180 ease-out data-ending-style:opacity-0 data-starting-style:opacity-0';
export const viewportLook = 'fixed inset-0 z-20 grid place-items-center overflow-y-auto p-4';
export const popupLook =
  'relative w-full max-w-md rounded-card border border-line bg-raised p-6 shadow-float outline-none transition-[opacity,translate] duration-180 ease-out data-ending-style:translate-y-1 data-ending-style:opacity-0 data-starting-style:translate-y-1 data-starting-style:opacity-0';
