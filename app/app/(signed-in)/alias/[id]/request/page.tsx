import { pageTitle } from '@/components/app/words';
import { RequestList } from '@/components/request/list/request-list';
import { roundsInput } from '@/components/request/list/rounds-input';
import { Seeded, SeededPages } from '@/lib/client/seeded';
import { alias } from '@/lib/contract/alias/alias';
import { round } from '@/lib/contract/alias/round';
import { readSearchWords } from '@/lib/domain/list-view';
import { listRounds } from '@/lib/features/request/rounds';
import { requestPaths } from '@/lib/request-paths';
import { pageId } from '@/lib/server/http/page';
import { loadInbox } from './inbox';

export const generateMetadata = pageTitle('request.title');

export default async function RequestsPage({ params, searchParams }: PageProps<'/app/alias/[id]/request'>) {
  const id = await pageId(params);
  const q = readSearchWords((await searchParams).q);
  const { ctx, detail } = await loadInbox(id, requestPaths.list(id));
  const input = roundsInput(id, q);
  const first = await listRounds(ctx, { aliasId: detail.id, ...round.list.query.parse(input.query) });
  return (
    <Seeded call={alias.get} input={{ params: { id } }} answer={detail}>
      <SeededPages call={round.list} input={input} first={first}>
        <RequestList aliasId={id} />
      </SeededPages>
    </Seeded>
  );
}
