import { mail } from '@/lib/contract/mail';
import { route } from '@/lib/server/http/route';
import { languagesOf } from '@/lib/server/request-headers';
import { sendMail } from '@/lib/server/services/mail/send';

export const POST = route(mail.send, ({ ctx, body, headers }) =>
  sendMail(ctx, { ...body, languages: languagesOf(headers) }),
);
