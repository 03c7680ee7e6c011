import { accountCode } from '@/lib/contract/account/account-code';
import { route } from '@/lib/server/http/route';
import { sendNoticesSoon } from '@/lib/server/jobs/notices';
import { confirmEmail } from '@/lib/server/services/account-code/confirm-email';

export const POST = route(accountCode.confirm, async ({ ctx, body }) => {
  await confirmEmail(ctx, body);
  sendNoticesSoon(ctx);
});
