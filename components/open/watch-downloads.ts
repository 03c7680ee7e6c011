const refusals = [401, 403, 404];

/** Asks again for a download that the browser has begun: if it is refused, only the page can say why. */
async function lookAfter(event: MouseEvent): Promise<void> {
  const { target } = event;
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[download]') : null;
  if (!link || link.origin !== location.origin || !link.pathname.startsWith('/api/v2/open/')) return;
  const answer = await fetch(link.href, { method: 'HEAD' }).catch(() => null);
  if (answer && refusals.includes(answer.status)) location.reload();
}

/** The link may end, get a password or lose a file while its page is open. */
export function watchDownloads(): void {
  document.addEventListener('click', look);
}

const look = (event: MouseEvent) => void lookAfter(event);
