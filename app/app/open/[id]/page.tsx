import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { cache } from 'react';
import { drawNote } from '@/components/files/drawn-note';
import { OpenShare } from '@/components/open/open-share';
import { Seeded } from '@/lib/client/seeded';
import { SeededFiles } from '@/lib/client/seeded-files';
import { detailInput } from '@/lib/contract/file-inputs';
import { open } from '@/lib/contract/open';
import { parseViewMode } from '@/lib/domain/view-mode';
import { paths } from '@/lib/paths';
import { pageContext } from '@/lib/server/http/page';
import { proofOf } from '@/lib/server/http/proof';
import { readNote } from '@/lib/server/notes/read-note';
import { openStart } from '@/lib/server/services/open/open-files';
import { revisitShare } from '@/lib/server/services/open/open-share';
import { peekShare } from '@/lib/server/services/open/peek';

type Props = PageProps<'/app/open/[id]'>;

/** Of all proofs the page takes the visit alone: a password is for the call, which counts how often one is tried. */
const visitCookie = async () => proofOf(await headers()).visitCookie;
const noPassword = { password: null, passwordCookie: null };

/** Only a peek: the view is spent by the call that a person's browser makes, not by fetching this page. */
const peek = cache(async (id: string) => {
  const ctx = await pageContext('open', paths.open(id));
  return open.get.params.safeParse({ id }).success ? peekShare(ctx, id, await visitCookie()) : null;
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = await getTranslations('open');
  const found = await peek((await params).id);
  const title = found ? (found.title ?? t('untitled')) : t('dead.title');
  return {
    title,
    ...(found?.locked && { description: t('gate.title') }),
    openGraph: { title, type: 'website' },
    robots: { index: false, follow: false },
  };
}

export default async function OpenPage({ params, searchParams }: Props) {
  const { id } = await params;
  const found = await peek(id);
  if (!found) notFound();
  const ctx = await pageContext('open', paths.open(id));
  const visit = await visitCookie();
  const detail = await revisitShare(ctx, id, visit, detailInput(id).query.filesUpTo);
  const page = (
    <OpenShare
      linkId={id}
      title={found.title}
      view={parseViewMode((await searchParams).view)}
      noteAtFirst={detail && (await drawNote(detail.description, readNote))}
    />
  );
  if (!detail) return page;
  const isLong = detail.total !== undefined;
  const start = isLong ? await openStart(ctx, { linkId: id }, { ...noPassword, visitCookie: visit }) : null;
  return (
    <Seeded call={open.get} input={detailInput(id)} answer={detail}>
      <SeededFiles calls={open} id={id} start={start}>
        {page}
      </SeededFiles>
    </Seeded>
  );
}
