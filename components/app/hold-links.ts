/**
 * Holds link clicks while the server is unreachable, since navigation would lose text and uploads. Returns
 * a function that follows the last one.
 */
export function holdLinks(): () => void {
  let wanted: HTMLAnchorElement | null = null;
  const hold = (event: MouseEvent) => {
    const link = internalLinkOf(event);
    if (!link) return;
    event.preventDefault();
    event.stopPropagation();
    wanted = link;
  };
  document.addEventListener('click', hold, { capture: true });
  return () => {
    document.removeEventListener('click', hold, { capture: true });
    if (wanted?.isConnected) wanted.click();
  };
}

function internalLinkOf(event: MouseEvent): HTMLAnchorElement | null {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!isPlain || !link || link.target === '_blank' || link.hasAttribute('download')) return null;
  const isOurs = link.origin === location.origin && link.pathname.startsWith('/app/');
  return isOurs && link.pathname !== location.pathname ? link : null;
}
