import { mail } from '@/lib/contract/mail';
import { route } from '@/lib/server/http/route';
import { languagesOf } from '@/lib/server/request-headers';
import { sendTestMail } from '@/lib/server/services/mail/send';

export const POST = route(mail.test, ({ ctx, headers }) =>
  sendTestMail(ctx, { languages: languagesOf(headers) }),
);
