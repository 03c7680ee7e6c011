import { pageTitle } from '@/components/app/words';
import { RoundBoard } from '@/components/request/board/round-board';
import { boardInput, boardSearch, boardViewIn } from '@/components/request/board-view';
import { Seeded, SeededPages } from '@/lib/client/seeded';
import { alias } from '@/lib/contract/alias/alias';
import { round } from '@/lib/contract/alias/round';
import { AppError } from '@/lib/contract/errors';
import { getBoard } from '@/lib/features/request/board';
import { requestPaths } from '@/lib/request-paths';
import { pageId } from '@/lib/server/http/page';
import { loadInbox } from '../inbox';

export const generateMetadata = pageTitle('request.title');

export default async function BoardPage({
  params,
  searchParams,
}: PageProps<'/app/alias/[id]/request/board'>) {
  const id = await pageId(params);
  const view = boardViewIn(await searchParams);
  const { ctx, detail } = await loadInbox(id, requestPaths.board(id, boardSearch(view)));
  const input = boardInput(id, view);
  const query = round.board.query.parse(input.query);
  const first = await getBoard(ctx, { aliasId: detail.id, ...query }).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'round.notFound') return null; // the page says it
    throw error;
  });
  const board = <RoundBoard aliasId={id} nowMs={ctx.now.getTime()} />;
  return (
    <Seeded call={alias.get} input={{ params: { id } }} answer={detail}>
      {first ? (
        <SeededPages call={round.board} input={input} first={first}>
          {board}
        </SeededPages>
      ) : (
        board
      )}
    </Seeded>
  );
}
