import { mail } from '@/lib/contract/mail';
import { languagesOf } from '@/lib/server/http/languages';
import { route } from '@/lib/server/http/route';
import { sendTestMail } from '@/lib/server/services/mail/send-test';

export const POST = route(mail.test, ({ ctx, headers }) =>
  sendTestMail(ctx, { languages: languagesOf(headers) }),
);
