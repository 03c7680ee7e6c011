import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { cache } from 'react';
import { AlbumLink } from '@/components/inbox/album-link';
import { Inbox } from '@/components/inbox/inbox';
import { InboxGate } from '@/components/inbox/inbox-gate';
import { InboxState } from '@/components/inbox/inbox-state';
import { InboxTerms } from '@/components/inbox/inbox-terms';
import { senderForm } from '@/components/inbox/sender-form';
import { alias } from '@/lib/contract/alias/alias';
import { paths } from '@/lib/paths';
import { pageContext } from '@/lib/server/http/page';
import { inboxProofOf } from '@/lib/server/http/proof';
import { readNote } from '@/lib/server/notes/read-note';
import { peekAlias } from '@/lib/server/services/alias/peek';

type Props = PageProps<'/app/share/[id]'>;

/** Once for the title and the page. What is unknown ends on a page of its own. */
const peek = cache(async (id: string) => {
  const ctx = await pageContext('open', paths.inbox(id));
  const isId = alias.get.params.safeParse({ id }).success;
  const { cookie } = inboxProofOf(await headers(), id);
  const found = isId ? await peekAlias(ctx, id, cookie) : null;
  return found ?? redirect(paths.info(1));
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const view = await peek((await params).id);
  const t = await getTranslations('inbox.state');
  const title = 'name' in view ? view.name : t(`${view.state}.title`);
  return { title, openGraph: { title, type: 'website' } };
}

export default async function InboxPage({ params }: Props) {
  const { id } = await params;
  const view = await peek(id);
  if (view.state === 'locked') return <InboxGate aliasId={id} />;
  if (view.state !== 'open') return <InboxState view={view} />;
  const { form, name, isLate, album } = view;
  const intro = form && form.intro.trim() !== '' ? await readNote(form.intro) : null;
  return (
    <Inbox aliasId={id} name={name} form={form && senderForm(form)} isAlbum={album?.isOpen === true}>
      {album?.link && <AlbumLink linkId={album.link} />}
      {form && <InboxTerms form={form} intro={intro} isLate={isLate} />}
    </Inbox>
  );
}
