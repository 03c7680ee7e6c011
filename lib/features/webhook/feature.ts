import 'server-only';
import type { Feature } from '@/lib/server/feature';
import { hearing } from '@/lib/server/journal/listener';
import { insertDeliveries } from './deliveries';
import { sendDueWebhooks, sendJob } from './job';
import { webhookAdded, webhookOff } from './mails';
import { secretStores } from './secret';

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
