import { mail } from '@/lib/contract/mail';
import { route } from '@/lib/server/http/route';
import { languagesOf } from '@/lib/server/request-headers';
import { sendTestMail } from '@/lib/server/services/mail/send';

export const POST = route(mail.test, ({ ctx, body, headers }) =>
  sendTestMail(ctx, { to: body.to ?? null, languages: languagesOf(headers) }),
);
