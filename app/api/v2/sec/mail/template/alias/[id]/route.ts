import { mail } from '@/lib/contract/mail';
import { route } from '@/lib/server/http/route';
import { languagesOf } from '@/lib/server/request-headers';
import { aliasTemplate } from '@/lib/server/services/mail/template';

export const GET = route(mail.aliasTemplate, ({ ctx, params, headers }) =>
  aliasTemplate(ctx, { id: params.id, languages: languagesOf(headers) }),
);
