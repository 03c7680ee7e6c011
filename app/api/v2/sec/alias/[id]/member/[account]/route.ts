import { alias } from '@/lib/contract/alias/alias';
import { route } from '@/lib/server/http/route';
import { removeMember } from '@/lib/server/services/alias/save';

export const DELETE = route(alias.removeMember, ({ ctx, params: { id: aliasId, account: accountId } }) =>
  removeMember(ctx, { aliasId, accountId }),
);
