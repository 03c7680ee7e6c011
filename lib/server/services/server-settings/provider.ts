import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { reachableServer } from '@/lib/server/auth/external/provider-server';
import type { Context } from '@/lib/server/context';

/** Asks a provider for its endpoints, as a sign-in does. @throws auth.provider… */
export async function tryProvider({ config }: Context, { id }: { id: string }): Promise<void> {
  const provider = config.OAUTH_PROVIDERS.find((one) => one.id === id);
  if (!provider) throw new AppError('auth.providerUnknown');
  const values = { provider: provider.name };
  try {
    await reachableServer(provider);
  } catch (error) {
    const code = error instanceof AppError ? error.code : 'auth.providerUnclear';
    throw new AppError(code, values, { cause: error });
  }
}
