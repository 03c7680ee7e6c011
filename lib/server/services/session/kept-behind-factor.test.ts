import { expect, test } from 'vitest';
import { AppError } from '@/lib/contract/errors';
import { hashPassword } from '@/lib/server/auth/password';
import { beginFactor, confirmFactor } from '@/lib/server/services/factor/set-up';
import { phoneCode } from '@/testing/people/totp';
import { inNewSession, later, openContext, userContext } from '@/testing/service/context';
import { signIn } from './sign-in';
import { signInSecond } from './sign-in-second';

const password = 'a horse in the harbour';

test.each([
  { isKept: true, by: 'phone' },
  { isKept: true, by: 'recovery code' },
  { isKept: false, by: 'phone' },
])('“keep me signed in: $isKept” counts behind the second factor, too ($by)', async ({ isKept, by }) => {
  const me = await inNewSession(await userContext({ passwordHash: await hashPassword(password) }));
  const { secret, setup } = await beginFactor(me, { password });
  const { recoveryCodes } = await confirmFactor(me, { setup, code: phoneCode(secret, me.now) });
  const ctx = openContext({ now: later(me, 60).now });
  const wanted = await signIn(ctx, { account: me.viewer.login, password, isKept }).catch((error) => error);
  if (!(wanted instanceof AppError)) throw new Error('The password alone let in.');
  const challenge = String(wanted.answer.challenge);
  const code = by === 'phone' ? phoneCode(secret, ctx.now) : (recoveryCodes[0] ?? '');
  const entered = await signInSecond(ctx, { challenge, code });
  expect(entered.isKept).toBe(isKept);
  const { sessionId } = entered.viewer;
  expect(await ctx.db.session.findUniqueOrThrow({ where: { id: sessionId } })).toMatchObject({ isKept });
});
