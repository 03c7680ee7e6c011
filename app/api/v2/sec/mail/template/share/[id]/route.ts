import { mail } from '@/lib/contract/mail';
import { route } from '@/lib/server/http/route';
import { languagesOf } from '@/lib/server/request-headers';
import { suggestShareMail } from '@/lib/server/services/recipient/suggest';

export const GET = route(mail.shareTemplate, ({ ctx, params, headers }) =>
  suggestShareMail(ctx, { id: params.id, languages: languagesOf(headers) }),
);
