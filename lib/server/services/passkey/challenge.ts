import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { passkeySite } from '@/lib/server/auth/passkey-site';
import { hashSecret } from '@/lib/server/auth/tokens';
import type { Context } from '@/lib/server/context';

export const challengeMs = 5 * 60_000;

/** Part of a challenge's id, so that one for something or somebody else isn't found. */
type ChallengePurpose = 'sign in' | `add ${string}`;

const idOf = (purpose: ChallengePurpose, challenge: string) => hashSecret(`${purpose} ${challenge}`);

export async function storeChallenge(
  { db, now }: Context,
  challenge: string,
  { purpose, accountId }: { purpose: ChallengePurpose; accountId: string | null },
): Promise<void> {
  const endsAt = new Date(now.getTime() + challengeMs);
  await db.signInChallenge.create({ data: { id: idOf(purpose, challenge), accountId, endsAt } });
}

/** Of concurrent calls with one challenge, one succeeds, on any number of nodes. @throws passkey.over */
export const spendChallenge =
  ({ db, now }: Context, purpose: ChallengePurpose) =>
  async (challenge: string): Promise<true> => {
    const { count } = await db.signInChallenge.deleteMany({
      where: { id: idOf(purpose, challenge), endsAt: { gt: now } },
    });
    if (count === 0) throw new AppError('passkey.over');
    return true;
  };

export const offersPasskeys = ({ config }: Pick<Context, 'config'>): boolean => passkeySite(config) !== null;

/** @throws passkey.notHere */
export function sitePasskeysNeed({ config }: Pick<Context, 'config'>) {
  const site = passkeySite(config);
  if (!site) throw new AppError('passkey.notHere');
  return site;
}
