import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { getFormatter, getTranslations } from 'next-intl/server';
import { cache } from 'react';
import { renderNote } from '@/components/files/note/rendered-note';
import { ShareDetail } from '@/components/share/detail/share-detail';
import { Seeded, SeededFiles } from '@/lib/client/seeded';
import { aliasForm } from '@/lib/contract/alias/alias-form';
import { AppError } from '@/lib/contract/errors';
import { detailInput } from '@/lib/contract/http/file-inputs';
import { recipient } from '@/lib/contract/share/recipient';
import { share } from '@/lib/contract/share/share';
import { arrivalRows } from '@/lib/domain/arrivals';
import { deliveryTitle } from '@/lib/domain/delivery-title';
import { isReceived } from '@/lib/domain/inbox/received';
import { titleFacts, titleOf } from '@/lib/domain/title';
import { titleWords } from '@/lib/i18n/title-words';
import { paths } from '@/lib/paths';
import { pageContext, pageId } from '@/lib/server/http/page';
import { readNote } from '@/lib/server/notes/read-note';
import { getDelivery } from '@/lib/server/services/delivery/search';
import { listRecipients } from '@/lib/server/services/recipient/recipients';
import { getShare } from '@/lib/server/services/share/detail';
import { ownStart } from '@/lib/server/services/share/own-files';
import { SeededActivity } from './seeded-activity';

type Props = PageProps<'/app/upload/[id]'>;

/** Cached for title and page. Redirects to the same page for missing shares and those of others. */
const load = cache(async (id: string) => {
  const ctx = await pageContext('user', paths.share(id));
  try {
    const detail = await getShare(ctx, { shareId: id, ...detailInput(id).query });
    const start = detail.total ? await ownStart(ctx, { shareId: id }) : null;
    const sent = isReceived(detail) ? await getDelivery(ctx, { shareId: id }) : { delivery: null };
    const isOwn = detail.creator === ctx.viewer.login;
    const people = isOwn ? await listRecipients(ctx, { shareId: id }) : { only: false, items: [] };
    return { ctx, detail, start, sent, people };
  } catch (error) {
    if (error instanceof AppError && error.code === 'share.notFound') redirect(paths.info(1));
    throw error;
  }
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { detail, sent } = await load(await pageId(params));
  const words = titleWords(await getTranslations('files'), await getFormatter());
  return {
    title:
      (sent.delivery && deliveryTitle(sent.delivery, detail.title)) ?? titleOf(titleFacts(detail), words),
  };
}

export default async function SharePage({ params, searchParams }: Props) {
  const id = await pageId(params);
  const isActivity = (await searchParams).tab === 'activity';
  const { ctx, detail, start, sent, people } = await load(id);
  const rows = arrivalRows(people.items.length, people.only);
  return (
    <Seeded call={share.get} input={detailInput(id)} answer={detail}>
      <Seeded call={aliasForm.delivery} input={{ params: { id } }} answer={sent}>
        <Seeded call={recipient.list} input={{ params: { id } }} answer={people}>
          <SeededFiles calls={share} id={id} start={start}>
            <div className="contents" style={{ '--arrivals': rows } as React.CSSProperties}>
              <SeededActivity {...{ ctx, detail }} isWanted={isActivity}>
                <ShareDetail
                  shareId={id}
                  nowMs={ctx.now.getTime()}
                  noteAtFirst={await renderNote(detail, readNote)}
                  firstTab={isActivity ? 'activity' : null}
                />
              </SeededActivity>
            </div>
          </SeededFiles>
        </Seeded>
      </Seeded>
    </Seeded>
  );
}
