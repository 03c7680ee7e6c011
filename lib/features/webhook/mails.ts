import 'server-only';
import { paths } from '@/lib/paths';
import { type ReadContent, receiverOf, warningContent } from '@/lib/server/services/notice/account-content';

export const webhookAdded: ReadContent = (ctx, notice) => warningContent(ctx, notice, paths.webhooks);

/** The notice has the ID of the webhook. Nothing once it is on again. */
export const webhookOff: ReadContent = async (ctx, { id, accountId }) => {
  const owner = await receiverOf(ctx, { accountId });
  const webhook = await ctx.db.webhook.findFirst({ where: { id, enabled: false } });
  if (!owner || !webhook) return null;
  const links = [{ login: owner.login, url: ctx.config.BASE_URL + paths.webhooks }];
  return { ...owner, to: owner.email ?? '', links, facts: { title: new URL(webhook.url).host } };
};
