import { accountCode } from '@/lib/contract/account/account-code';
import { route } from '@/lib/server/http/route';
import { readCode } from '@/lib/server/services/account-code/code';

export const POST = route(accountCode.look, ({ ctx, body }) => readCode(ctx, body.token));
