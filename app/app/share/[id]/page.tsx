import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { Inbox } from '@/components/inbox/inbox';
import { alias } from '@/lib/contract/alias';
import { paths } from '@/lib/paths';
import { pageContext } from '@/lib/server/http/page';
import { peekAlias } from '@/lib/server/services/alias/peek';

type Props = PageProps<'/app/share/[id]'>;

/** Once for the title and the page. What is unknown and what is switched off end on the same page. */
const peek = cache(async (id: string) => {
  const ctx = await pageContext('open', paths.inbox(id));
  const found = alias.get.params.safeParse({ id }).success ? await peekAlias(ctx, id) : null;
  return found ?? redirect(paths.info(1));
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { name } = await peek((await params).id);
  return { title: name, openGraph: { title: name, type: 'website' } };
}

export default async function InboxPage({ params }: Props) {
  const { id } = await params;
  const { name } = await peek(id);
  return <Inbox aliasId={id} name={name} />;
}
