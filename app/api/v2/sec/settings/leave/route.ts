import { leaving } from '@/lib/contract/account/leaving';
import { route } from '@/lib/server/http/route';
import { runJobSoon } from '@/lib/server/run-job-soon';
import { leaveAccount, lookAtLeaving } from '@/lib/server/services/leaving/leave';

export const GET = route(leaving.look, ({ ctx }) => lookAtLeaving(ctx));

export const POST = route(leaving.leave, async ({ ctx, body }) => {
  await leaveAccount(ctx, body);
  runJobSoon(ctx, 'remove accounts');
});
