declare global {
  interface Window {
    /** Where a dialog has been open (ui/dialog/layers): what it makes of the browser's Back. */
    heedTravel?: (event: PopStateEvent) => void;
  }
}

/**
 * Looks after what dialogs leave in the history. It goes into the page as text, before all scripts, so it can use nothing
 * from outside; and its listener is the first one, which alone can keep the router out of what isn't the router's.
 */
export function heedDialogs(): void {
  let isReturning = false;
  window.addEventListener('popstate', (event) => {
    // The router would show the page as it was before it was loaded.
    if (isReturning) event.stopImmediatePropagation();
    else window.heedTravel?.(event);
    isReturning = false;
  });
  // A page that is loaded anew has no dialog open any more, but may be on its entry: Back would seem to do nothing.
  const { dialogs = 0, ...state } = history.state ?? {};
  if (dialogs === 0) return;
  history.replaceState(state, '');
  const goBack = () => {
    // Loaded anew just as the dialog opened, Chromium puts the mark on the page's own entry, and leaves no other.
    const below = window.navigation?.entries()[(navigation.currentEntry?.index ?? 0) - dialogs];
    if (window.navigation && below?.url !== location.href) return;
    isReturning = !window.heedTravel; // with a dialog open already, that one's entries follow this one
    if (isReturning) history.go(-dialogs);
  };
  // Navigating while a page loads stops it: the browser shows only the part that has arrived.
  window.addEventListener('load', () => setTimeout(goBack));
}
