import 'server-only';
import { paths } from '@/lib/paths';
import type { Feature } from '@/lib/server/feature';
import { hearing } from '@/lib/server/journal/listener';
import { type ReadContent, receiverOf, warningContent } from '@/lib/server/services/notice/account-content';
import { insertDeliveries } from './deliveries';
import { sendDueWebhooks, sendJob } from './job';
import { secretStores } from './secret';

const webhookAdded: ReadContent = (ctx, notice) => warningContent(ctx, notice, paths.webhooks);

/** The notice has the ID of the webhook. Nothing once it is on again. */
const webhookOff: ReadContent = async (ctx, { id, accountId }) => {
  const owner = await receiverOf(ctx, { accountId });
  const webhook = await ctx.db.webhook.findFirst({ where: { id, enabled: false } });
  if (!owner || !webhook) return null;
  const links = [{ login: owner.login, url: ctx.config.BASE_URL + paths.webhooks }];
  return { ...owner, to: owner.email ?? '', links, facts: { title: new URL(webhook.url).host } };
};

export const webhook: Feature = {
  name: 'webhook',
  listeners: [hearing('webhook', insertDeliveries)],
  jobs: [{ name: sendJob, run: sendDueWebhooks, needsClock: true, waitsForScan: true }],
  mails: { webhookAdded, webhookOff },
  secrets: secretStores,
  access: {
    list: async (db, { accountId }) => {
      const rows = await db.webhook.findMany({ where: { accountId }, orderBy: { createdAt: 'asc' } });
      return rows.map(({ id, url, createdAt }) => ({
        kind: 'webhook',
        id,
        name: new URL(url).host,
        created: createdAt.getTime(),
      }));
    },
    end: (tx, accountId) => tx.webhook.updateMany({ where: { accountId }, data: { enabled: false } }),
  },
  repairTimes: (db, latest) => db.$executeRaw`
    UPDATE "WebhookDelivery" SET "dueAt" = now() WHERE "dueAt" > ${latest}`,
};
