/** Dialogs and confirmations: 180 ms of opacity and 4 px, nothing under reduced motion. */
export const shadeLook =
  'fixed inset-0 z-40 bg-black/40 transition-opacity duration-180 data-ending-style:opacity-0 data-starting-style:opacity-0 motion-reduce:transition-none';

export const popupLook =
  'fixed top-1/2 left-1/2 z-50 max-h-[85dvh] w-[calc(100vw-3rem)] max-w-md -translate-1/2 overflow-y-auto rounded-card bg-raised p-6 text-ink shadow-card ring-1 ring-line outline-none transition-[opacity,translate] duration-180 ease-out data-ending-style:opacity-0 data-starting-style:translate-y-[calc(-50%+4px)] data-starting-style:opacity-0 motion-reduce:transition-none';
