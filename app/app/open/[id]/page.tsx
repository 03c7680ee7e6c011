import type { Metadata, Route } from 'next';
import { notFound, redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { Words } from '@/components/app/words';
import { renderNote } from '@/components/files/note/rendered-note';
import { Arriving } from '@/components/open/arriving';
import { EarlyVisit } from '@/components/open/early/early-visit';
import { OpenShare } from '@/components/open/open-share';
import { ReportLink } from '@/components/open/report-link';
import { Seeded, SeededFiles } from '@/lib/client/seeded';
import { detailInput } from '@/lib/contract/http/file-inputs';
import { open } from '@/lib/contract/open';
import { linkWithView, parseViewMode } from '@/lib/domain/list-view';
import { paths } from '@/lib/paths';
import { earlyScript } from '@/lib/server/http/early-script';
import { pageContext, pageId } from '@/lib/server/http/page';
import { readNote } from '@/lib/server/notes/read-note';
import { openStart } from '@/lib/server/services/open/open-files';
import { revisitShare } from '@/lib/server/services/open/open-share';
import { peek, visitCookie } from './peek';

type Props = PageProps<'/app/open/[id]'>;

const noPassword = { password: null, passwordCookie: null };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = await getTranslations('open');
  const found = await peek(await pageId(params));
  const ended = typeof found === 'string';
  const title = ended ? t(`ended.${found}.title`) : (found.title ?? t('untitled'));
  return {
    title,
    ...(!ended && found.locked && { description: t('gate.title') }),
    openGraph: { title, type: 'website' },
    robots: { index: false, follow: false },
  };
}

export default async function OpenPage({ params, searchParams }: Props) {
  const id = await pageId(params);
  const mode = parseViewMode((await searchParams).view);
  const found = await peek(id);
  if (found === 'arriving') return <Arriving />;
  if (typeof found === 'string') notFound(); // the layout has passed on the reason
  // Link words are case-insensitive, but the visit's cookie is bound to one path.
  if (found.linkId !== id) redirect(linkWithView(paths.open(found.linkId), mode) as Route);
  const ctx = await pageContext('open', paths.open(id));
  const visit = await visitCookie();
  const detail = await revisitShare(ctx, id, visit, detailInput(id).query.filesUpTo);
  const { ABUSE_MAIL, THUMBNAILS } = ctx.config;
  const hasCover = THUMBNAILS && (mode === null || mode === 'cards');
  const share = (
    <OpenShare
      linkId={id}
      peek={found}
      view={mode}
      noteAtFirst={detail && (await renderNote(detail, readNote))}
    />
  );
  const page = (
    <>
      {found.isSealed ? <Words of="sealed">{share}</Words> : share}
      {ABUSE_MAIL && (
        <Words of="reporters">
          <ReportLink to={{ linkId: id }} label={(await getTranslations('report'))('button')} />
        </Words>
      )}
    </>
  );
  if (!detail)
    return (
      <>
        {!found.asksFirst && !found.isSealed && (
          <EarlyVisit linkId={id} hasCover={hasCover} text={earlyScript('early-visit')} />
        )}
        {page}
      </>
    );
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
