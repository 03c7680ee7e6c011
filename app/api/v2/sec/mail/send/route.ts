import { mail } from '@/lib/contract/mail';
import { languagesOf } from '@/lib/server/http/languages';
import { route } from '@/lib/server/http/route';
import { sendMail } from '@/lib/server/services/mail/send';

export const POST = route(mail.send, ({ ctx, body, headers }) =>
  sendMail(ctx, { ...body, languages: languagesOf(headers) }),
);
