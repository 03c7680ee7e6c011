import 'server-only';
import type { FactorState } from '@/lib/contract/factor';
import { passkeySite } from '@/lib/server/auth/passkey-site';
import type { Context, UserContext } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';

type FactorContext = Pick<Context, 'config'> & { db: Prisma.TransactionClient };

/** False where the installation has switched second factors off. */
export async function hasFactor({ db, config }: FactorContext, accountId: string): Promise<boolean> {
  return config.SECOND_FACTOR !== 'off' && (await db.secondFactor.count({ where: { accountId } })) > 0;
}

const isDemanded = ({ SECOND_FACTOR: policy }: Context['config'], isAdmin: boolean): boolean =>
  policy === 'all' || (policy === 'admins' && isAdmin);

/** True for a person whose demanded factor is a passkey: the password alone isn't enough, and no code completes it. */
export async function needsPasskey(
  { db, config }: FactorContext,
  { id: accountId, admin }: { id: string; admin: boolean },
): Promise<boolean> {
  const rpId = passkeySite(config)?.rpId ?? '';
  return isDemanded(config, admin) && (await db.passkey.count({ where: { accountId, rpId } })) > 0;
}

export async function getFactor({ db, config, viewer }: UserContext): Promise<FactorState> {
  const { source, admin, secondFactor } = await db.account.findUniqueOrThrow({
    where: { id: viewer.id },
    include: { secondFactor: true },
  });
  const available = source === 'intern' && config.SECOND_FACTOR !== 'off';
  return {
    available,
    required: available && isDemanded(config, admin),
    since: secondFactor?.createdAt.getTime() ?? null,
    recoveryLeft: secondFactor?.recoveryHashes.length ?? 0,
  };
}
