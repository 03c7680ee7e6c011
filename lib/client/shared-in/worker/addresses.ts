/** Where other apps share to, as the manifest says. */
export const receivePath = '/app/receive';

type Navigation = Pick<Request, 'headers' | 'referrer' | 'referrerPolicy'>;

/**
 * True when a form of another site sends the browser here. The system names no origin and no referrer, and hides neither:
 * a page without them has asked for that.
 */
export function isFromOtherSite({ headers, referrer, referrerPolicy }: Navigation, own: string): boolean {
  const origin = headers.get('origin') ?? 'null';
  if (origin !== 'null') return origin !== own;
  return referrer !== '' || ['no-referrer', 'same-origin'].includes(referrerPolicy);
}

/** A page, and nothing below one: behind a link's page there are its files. */
export const isOurPage = (path: string): boolean => /^\/app(\/[a-z]+(\/[\w@.-]+)?)?\/?$/.test(path);
