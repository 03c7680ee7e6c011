/**
 * While the server is away a click on a link of ours would take the page, with all that was typed and is being uploaded,
 * and give nothing for it. So the click waits: the last one counts when the server is back.
 * @returns what lets go again
 */
export function holdLinks(): () => void {
  let wanted: HTMLAnchorElement | null = null;
  const hold = (event: MouseEvent) => {
    const link = linkOf(event);
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

/** A link to another page of ours that would open here. */
function linkOf(event: MouseEvent): HTMLAnchorElement | null {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!isPlain || !link || link.target === '_blank' || link.hasAttribute('download')) return null;
  const isOurs = link.origin === location.origin && link.pathname.startsWith('/app/');
  return isOurs && link.pathname !== location.pathname ? link : null;
}
