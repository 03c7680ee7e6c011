import { accountCode } from '@/lib/contract/account/account-code';
import { route } from '@/lib/server/http/route';
import { sendNoticesSoon } from '@/lib/server/jobs/notices';
import { resetPassword } from '@/lib/server/services/account-code/reset';

export const POST = route(accountCode.reset, async ({ ctx, body }) => {
  await resetPassword(ctx, body);
  sendNoticesSoon(ctx);
});
