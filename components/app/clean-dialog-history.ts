declare global {
  interface Window {
    /** Set by ui/dialog/layers when a dialog opens: handles the browser's Back. */
    onDialogTravel?: (event: PopStateEvent) => void;
  }
}

/**
 * Removes the history entries of dialogs. Inlined in the page as text before all scripts, so it can import
 * nothing, and its listener runs before the router's.
 */
export function cleanDialogHistory(): void {
  let isReturning = false;
  window.addEventListener('popstate', (event) => {
    // The router would restore the page of an earlier load.
    if (isReturning) event.stopImmediatePropagation();
    else window.onDialogTravel?.(event);
    isReturning = false;
  });
  // A reload closes dialogs but keeps their history entries: Back would seem to do nothing.
  const { dialogs = 0, ...state } = history.state ?? {};
  if (dialogs === 0) return;
  history.replaceState(state, '');
  const goBack = () => {
    // On a reload just as a dialog opens, Chromium marks the page's own entry and adds none.
    const below = window.navigation?.entries()[(navigation.currentEntry?.index ?? 0) - dialogs];
    if (window.navigation && below?.url !== location.href) return;
    isReturning = !window.onDialogTravel; // a dialog that is open already has its entries after this one
    if (isReturning) history.go(-dialogs);
  };
  // Navigation during the load would cancel it.
  window.addEventListener('load', () => setTimeout(goBack));
}
