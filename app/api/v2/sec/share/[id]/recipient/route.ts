import { recipient } from '@/lib/contract/share/recipient';
import { route } from '@/lib/server/http/route';
import { sendNoticesSoon } from '@/lib/server/jobs/notices';
import { languagesOf } from '@/lib/server/request-headers';
import { addRecipients } from '@/lib/server/services/recipient/add';
import { listRecipients } from '@/lib/server/services/recipient/recipients';

export const GET = route(recipient.list, ({ ctx, params }) => listRecipients(ctx, { shareId: params.id }));

export const POST = route(recipient.add, async ({ ctx, params, body, headers }) => {
  const languages = languagesOf(headers);
  const outcome = await addRecipients(ctx, { ...body, shareId: params.id, languages });
  sendNoticesSoon(ctx);
  return outcome;
});
