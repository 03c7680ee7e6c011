import { mail } from '@/lib/contract/mail';
import { route } from '@/lib/server/http/route';
import { languagesOf } from '@/lib/server/request-headers';
import { shareTemplate } from '@/lib/server/services/mail/template';

export const GET = route(mail.shareTemplate, ({ ctx, params, headers }) =>
  shareTemplate(ctx, { id: params.id, languages: languagesOf(headers) }),
);
