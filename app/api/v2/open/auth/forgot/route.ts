import { accountCode } from '@/lib/contract/account/account-code';
import { route } from '@/lib/server/http/route';
import { sendNoticesSoon } from '@/lib/server/jobs/notices';
import { requestReset } from '@/lib/server/services/account-code/forgot';

export const POST = route(accountCode.forgot, async ({ ctx, body }) => {
  await requestReset(ctx, body);
  sendNoticesSoon(ctx);
});
