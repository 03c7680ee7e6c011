import { ownData } from '@/lib/contract/account/own-data';
import { route } from '@/lib/server/http/route';
import { runJobSoon } from '@/lib/server/run-job-soon';
import { getOwnData, requestOwnData } from '@/lib/server/services/own-data/own-data';

export const GET = route(ownData.get, ({ ctx }) => getOwnData(ctx));

export const POST = route(ownData.request, async ({ ctx, body }) => {
  await requestOwnData(ctx, body);
  runJobSoon(ctx, 'collect own data');
});
