import { internalLinkOf } from '@/components/app/hold-links';
import { rememberInbox } from '@/lib/client/shared-in/last-inbox';
import { paths } from '@/lib/paths';

type InboxVisit = { aliasId: string; name: string; language: string | null; albumLink: string | null };

/** Receipt and album speak the inbox's language, too. Other pages are loaded anew: this one's words would stay there. */
export function rememberVisit({ aliasId, name, language, albumLink }: InboxVisit): void {
  const pages = [...paths.receipt('').split('#', 1), ...(albumLink ? [paths.open(albumLink)] : [])];
  rememberInbox({ id: aliasId, name }, language, pages);
  if (language === null) return;
  const leave = (event: MouseEvent) => {
    const link = location.pathname === paths.inbox(aliasId) && internalLinkOf(event);
    if (!link || pages.includes(link.pathname)) return;
    event.preventDefault();
    event.stopPropagation();
    location.assign(link.href);
  };
  document.addEventListener('click', leave, { capture: true });
}
