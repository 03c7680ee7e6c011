import { expect, onTestFinished, test } from 'vitest';
import { encryptSecret } from '@/lib/server/auth/stored-secret';
import { checkSealed } from '@/lib/server/services/doctor/check-settings';
import { openContext, userContext } from '@/testing/service/context';
import { configWith } from '@/testing/service/mail';
import { ownDatabase } from '@/testing/service/own-database';
import { warnOfLostSecrets } from './lost-secrets';

test('all that was stored under another AUTH_SECRET is named by the start and the doctor alike', async () => {
  const own = await ownDatabase();
  onTestFinished(own.remove);
  const { viewer, db } = await userContext({ db: own.db });
  const ctx = openContext({
    db,
    config: configWith({ AUTH_SECRET: 'one secret that is long enough, really' }),
  });
  const warnings: string[] = [];
  const look = async () => [
    await warnOfLostSecrets(ctx, (one) => warnings.push(one)),
    await checkSealed(ctx),
  ];
  const webhook = { accountId: viewer.id, url: 'https://hooks.example.org', events: [], format: 'json' };
  await db.webhook.create({
    data: { ...webhook, id: 'hook', secret: encryptSecret('webhook', 'hook', 'x') },
  });
  expect(await look()).toEqual([undefined, []]);
  expect(warnings).toEqual([]);

  await db.webhook.create({ data: { ...webhook, id: 'lost', secret: 'another-key.AAAA' } });
  await db.secondFactor.create({ data: { accountId: viewer.id, secret: 'another-key.AAAA', lastStep: 0 } });
  await db.setting.create({ data: { key: 'SMTP_URL', value: { sealed: 'another-key.AAAA' } } });
  const [, [found] = []] = await look();
  expect(warnings).toEqual([
    'Stored under another AUTH_SECRET, and not to be read: 1 second factor, 1 webhook, 1 setting. Set the one that you had, or set these up anew.',
  ]);
  expect(found).toMatchObject({
    outcome: 'failure',
    code: 'sealed',
    values: { factors: '1', webhooks: '1', settings: '1' },
  });
});
