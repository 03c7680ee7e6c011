import 'server-only';
import { type FirstStep, firstSteps } from '@/lib/domain/first-steps';
import type { UserContext } from '@/lib/server/context';
import { isLoopback } from '@/lib/server/network-address';

/** Lists unfinished setup steps for an admin who has not hidden them; null if there are none. */
export async function firstStepsLeft(ctx: UserContext): Promise<FirstStep[] | null> {
  const { db, viewer, config } = ctx;
  if (!viewer.admin) return null;
  const { email, firstSteps: isShown } = await db.account.findUniqueOrThrow({
    where: { id: viewer.id },
    select: { email: true, firstSteps: true },
  });
  if (!isShown) return null;
  const [people, sent] = await Promise.all([
    db.account.findFirst({ where: { id: { not: viewer.id } }, select: { id: true } }),
    db.publication.findFirst({
      where: { share: { ownerId: viewer.id }, version: { gt: 0 } },
      select: { shareId: true },
    }),
  ]);
  const isDone: Record<FirstStep, boolean> = {
    address: !isLoopback(new URL(config.BASE_URL).hostname),
    mail: ctx.mail !== null,
    email: email !== null,
    people: people !== null,
    share: sent !== null,
  };
  const left = firstSteps.filter((step) => !isDone[step]);
  return left.length > 0 ? left : null;
}
