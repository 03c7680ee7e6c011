import { accountCode } from '@/lib/contract/account/account-code';
import { route } from '@/lib/server/http/route';
import { sendNoticesSoon } from '@/lib/server/jobs/notices';
import { sendResetLink } from '@/lib/server/services/account-code/forgot';

export const POST = route(accountCode.send, async ({ ctx, params }) => {
  await sendResetLink(ctx, { accountId: params.id });
  sendNoticesSoon(ctx);
});
