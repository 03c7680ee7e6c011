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
  // A page that is loaded anew has no dialog open any more, but may stand on its entry: Back would seem to do nothing.
  const dialogs = history.state?.dialogs;
  const here = location.href;
  let isReturning = dialogs > 0;
  window.addEventListener('popstate', (event) => {
    // The router may be at work by the time the browser arrives: it would show the page as it was before it was loaded.
    if (isReturning && location.href === here) event.stopImmediatePropagation();
    else window.heedTravel?.(event);
    isReturning = false;
  });
  if (isReturning) history.go(-dialogs);
}
