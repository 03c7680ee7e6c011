import 'server-only';
import { personInDirectory } from '@/lib/server/auth/directory/directory';
import { withDirectoryTime } from '@/lib/server/auth/even-time';
import type { Context, Viewer } from '@/lib/server/context';
import type { FederatedIdentity } from '@/lib/server/services/account/federated-account';
import { signInFederated } from './sign-in-federated';

/**
 * Signs in somebody whose password the directory knows; null for others.
 * @throws what `personInDirectory` and `signInFederated` throw
 */
export async function signInByDirectory(
  ctx: Context,
  login: string,
  { password, ...kind }: { password: string; isKept?: boolean; isProgram?: boolean },
): Promise<Viewer | null> {
  let person: FederatedIdentity | null = null;
  await withDirectoryTime(ctx, async () => {
    person = await personInDirectory(ctx, { login, password });
    return person !== null;
  });
  return person && signInFederated(ctx, person, kind);
}
