import { expect, test } from 'vitest';
import { newAliasPass, noon, openContext, ownAlias, userContext } from '@/testing/service/context';
import { limitedContext } from '@/testing/service/limited';
import { checkInboxPassword, createInboxProof, setInboxPassword } from './inbox-password';

async function locked() {
  const owner = await userContext();
  const { id: aliasId } = await ownAlias(owner);
  const set = (value: string | null) => setInboxPassword(owner, { aliasId, value });
  await set('sesame');
  const pass = async () => (await newAliasPass(owner, aliasId)).alias;
  return { owner, aliasId, set, pass };
}
const nothing = { password: null, cookie: null };

test('a password opens its inbox, and what was proven of it that one alone, until it changes', async () => {
  const [one, two] = [await locked(), await locked()];
  const ctx = openContext();
  await expect(checkInboxPassword(ctx, await one.pass(), nothing)).rejects.toThrow('alias.passwordRequired');
  const wrong = { password: 'wrong', cookie: null };
  await expect(checkInboxPassword(ctx, await one.pass(), wrong)).rejects.toThrow('alias.passwordWrong');
  await checkInboxPassword(ctx, await one.pass(), { password: 'sesame', cookie: null });
  const { value, validMs } = await createInboxProof(ctx, await one.pass());
  expect(validMs).toBeGreaterThanOrEqual(ctx.config.UPLOAD_TTL);
  const shown = { password: null, cookie: ['garbled', value] };
  await checkInboxPassword(ctx, await one.pass(), shown);
  await expect(checkInboxPassword(ctx, await two.pass(), shown)).rejects.toThrow('alias.passwordRequired');
  const later = openContext({ now: new Date(noon.getTime() + validMs) });
  await expect(checkInboxPassword(later, await one.pass(), shown)).rejects.toThrow('alias.passwordRequired');
  await one.set('sesame');
  await expect(checkInboxPassword(ctx, await one.pass(), shown)).rejects.toThrow('alias.passwordRequired');
  await one.set(null);
  await checkInboxPassword(ctx, await one.pass(), nothing);
});

test('tries are counted before they are looked at, for each inbox and client alone', async () => {
  const [one, two] = [await locked(), await locked()];
  const ctx = limitedContext({ client: { address: '203.0.113.99', userAgent: 'x' } });
  const tryOn = async ({ pass }: typeof one, password: string) =>
    checkInboxPassword(ctx, await pass(), { password, cookie: null });
  for (let n = 0; n < 10; n++) await expect(tryOn(one, `wrong ${n}`)).rejects.toThrow('alias.passwordWrong');
  await expect(tryOn(one, 'sesame')).rejects.toThrow('limit.attempts');
  await tryOn(two, 'sesame');
});

test('only the owner sets it', async () => {
  const { aliasId } = await locked();
  const other = await userContext();
  await expect(setInboxPassword(other, { aliasId, value: null })).rejects.toThrow('alias.notFound');
});
