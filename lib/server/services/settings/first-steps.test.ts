import { expect, test } from 'vitest';
import { draftShare, userContext } from '@/testing/service/context';
import { publishShare } from '../share/publish';
import { firstStepsLeft } from './first-steps';
import { setPreferences } from './preferences';

const adminOf = async (baseUrl: string) => {
  const ctx = await userContext();
  return { ...ctx, viewer: { ...ctx.viewer, admin: true }, config: { ...ctx.config, BASE_URL: baseUrl } };
};

test('an admin reads what is left; what is done is not asked for again', async () => {
  const ctx = await adminOf('http://localhost:3000');
  await userContext(); // somebody else is there
  expect(await firstStepsLeft(ctx)).toEqual(['address', 'mail', 'email', 'share']);
  const { id: shareId } = await draftShare(ctx);
  await publishShare(ctx, { shareId, reuseId: true });
  expect(await firstStepsLeft(ctx)).toEqual(['address', 'mail', 'email']);
  expect(await firstStepsLeft(await adminOf('https://files.example.org'))).toEqual([
    'mail',
    'email',
    'share',
  ]);
});

test('nobody else is told, nor an admin who has hidden it', async () => {
  expect(await firstStepsLeft(await userContext())).toBeNull();
  const ctx = await adminOf('http://localhost:3000');
  await setPreferences(ctx, { firstSteps: false });
  expect(await firstStepsLeft(ctx)).toBeNull();
});
