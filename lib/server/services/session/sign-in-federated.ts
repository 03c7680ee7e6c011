import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { directorySource } from '@/lib/server/config/admission';
import type { Context, Viewer } from '@/lib/server/context';
import { record } from '@/lib/server/journal/record';
import { sourceKind } from '@/lib/server/services/account/apply-admission';
import { type FederatedIdentity, federatedAccount } from '@/lib/server/services/account/federated-account';
import { enterAccount } from './enter';

/** Of a directory the password is checked, as of our own accounts. */
const events: Record<string, 'login' | 'login.proxy'> = { extern: 'login.proxy', [directorySource]: 'login' };

const maxReasonLength = 2_000;

/** @throws auth.accountDisabled, auth.externalSignupClosed, auth.otherSource, auth.notAdmitted, auth.emailUnverified */
export async function signInFederated(
  ctx: Context,
  person: FederatedIdentity,
  { isKept = false, isProgram = false }: { isKept?: boolean; isProgram?: boolean } = {},
): Promise<Viewer> {
  const { source, subject } = person;
  const event = events[source] ?? 'login.oauth';
  try {
    const account = await federatedAccount(ctx, person);
    const viewer = await enterAccount(ctx, {
      account,
      unchanged: { source, subject },
      event,
      isKept,
      isProgram,
    });
    // Disabled or deleted since it was looked up.
    if (!viewer) throw new AppError('auth.accountDisabled');
    ctx.log.info({ event, account: viewer.id, source, address: ctx.client.address }, 'signed in');
    return viewer;
  } catch (error) {
    if (error instanceof AppError) {
      if (person.admission?.refusal) {
        ctx.log.warn({ event, source, subject }, person.admission.refusal.reason.slice(0, maxReasonLength));
      }
      const details = { login: person.login(1), source, reason: error.code };
      await record(ctx, {
        event,
        actor: { kind: sourceKind(source) },
        outcome: 'refused',
        details,
      });
    }
    throw error;
  }
}
