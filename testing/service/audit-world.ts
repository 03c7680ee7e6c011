import { hashPassword } from '@/lib/server/auth/password';
import type { Context, UserContext } from '@/lib/server/context';
import { createAccount } from '@/lib/server/services/account/create';
import { publishShare } from '@/lib/server/services/share/publish';
import { createUpload } from '@/lib/server/services/upload/create';
import { draftShare, inNewSession, intoShare, userContext } from './context';

export const password = 'a secret that must never be written down';
export const wrong = 'another secret that must never be written down';

export async function world() {
  const me = await inNewSession(
    await userContext({ admin: true, passwordHash: await hashPassword(password), requestId: 'the-request' }),
  );
  const other = await userContext({ now: me.now });
  const ctx: UserContext = {
    ...me,
    config: { ...me.config, SIGNUP_MODE: 'invite', INVITE_PASSWORD: password },
  };
  const stranger: Context = { ...ctx, viewer: null };
  const share = await draftShare(ctx);
  const upload = async (sizeBytes = 3) => {
    const id = ctx.newId();
    const file = { name: 'a.txt', path: '', mimeType: 'text/plain', sizeBytes };
    await createUpload(ctx, { id, destination: intoShare(ctx, share.id), file });
    return id;
  };
  const account = async () => {
    const body = {
      login: `made-${ctx.newId().toLowerCase()}`,
      password,
      state: 'Active',
      admin: false,
    } as const;
    await createAccount(ctx, body);
    return ctx.db.account.findUniqueOrThrow({ where: { login: body.login } });
  };
  const alias = { name: 'Inbox', validity: 60_000, enabled: true, members: [other.viewer.id] };
  const publish = () => publishShare(ctx, { shareId: share.id, reuseId: false });
  return { ctx, other, stranger, share, upload, account, alias, publish };
}

export type AuditWorld = Awaited<ReturnType<typeof world>>;
