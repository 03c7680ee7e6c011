import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { mailAddress } from '@/lib/domain/mail/mail-address';
import { translator } from '@/lib/i18n/translator';
import { paths } from '@/lib/paths';
import type { AliasContext, Context } from '@/lib/server/context';
import { record } from '@/lib/server/journal/record';
import { countTries } from '@/lib/server/limits/attempt';
import { receiverKey } from '@/lib/server/limits/counters';
import { mailLanguage } from '@/lib/server/mail/languages';
import type { Mail } from '@/lib/server/mail/mailer';
import { storedReceipt } from '@/lib/server/services/delivery/insert';
import { spendMails } from '@/lib/server/services/mail/allowance';
import { templateContent } from '@/lib/server/services/mail/content';
import { inboxLook } from '@/lib/server/services/mail/inbox-look';
import type { ShareNotice } from './bundle';
import { summarizeDeliveries } from './delivery-summary';

type ReceiptRequest = {
  shareId: string;
  /** Preferred first: the page's language, then the browser's. */
  languages: readonly (string | null | undefined)[];
};

/**
 * Queues the receipt mail of a delivery, at most once. Does nothing without an address or when the daily mail
 * allowance is spent.
 */
export async function queueReceipt(ctx: AliasContext, { shareId, languages }: ReceiptRequest): Promise<void> {
  const { db, alias, now } = ctx;
  if (!ctx.mail || !alias.form || alias.form.sender.email === 'off') return;
  const delivery = await db.delivery.findFirst({
    where: { shareId, share: { aliasId: alias.id } },
    select: { email: true },
  });
  const to = mailAddress(delivery?.email ?? '');
  if (to === null) return;
  const language = mailLanguage([...languages, alias.form.language, ctx.config.DEFAULT_LANGUAGE]);
  const { count } = await db.delivery.updateMany({
    where: { shareId, mailedAt: null },
    data: { mailedAt: now, language },
  });
  if (count === 0) return;
  try {
    await countTries(ctx, [{ limit: 'receipt', of: [receiverKey(to)] }]);
    await spendMails(ctx, { kind: 'receipts', id: alias.id }, 1);
    await record(ctx, { event: 'delivery.receipt', shareId }, db);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

/** Returns null if the delivery was withdrawn. */
export async function composeReceipt(ctx: Context, { id, shareId }: ShareNotice): Promise<Mail | null> {
  const delivery = await ctx.db.delivery.findUnique({
    where: { shareId },
    select: {
      email: true,
      number: true,
      language: true,
      receiptHash: true,
      share: { select: { alias: { select: { id: true, name: true } } } },
    },
  });
  const to = mailAddress(delivery?.email ?? '');
  const alias = delivery?.share.alias;
  if (!delivery || to === null || !alias) return null;
  const { BASE_URL, MAIL_FROM, DEFAULT_LANGUAGE, DEFAULT_TIMEZONE, APP_NAME } = ctx.config;
  const language = mailLanguage([delivery.language, DEFAULT_LANGUAGE]);
  const url = `${BASE_URL}${paths.receipt(storedReceipt(ctx, { shareId, hash: delivery.receiptHash }))}`;
  const [spoken] = await summarizeDeliveries(ctx, [shareId], {
    language,
    timezone: DEFAULT_TIMEZONE,
    isSender: true,
  });
  const look = await inboxLook(ctx, alias.id);
  const values = {
    user: '',
    url,
    title: translator(language)('deliveries.numbered', { number: String(delivery.number) }),
    aliasName: alias.name,
    deliveries: spoken ? [spoken] : [],
  };
  return {
    ...(await templateContent(ctx, { template: 'receipt', language, values, look })),
    from: MAIL_FROM ?? { name: APP_NAME, address: to },
    to,
    replyTo: null,
    messageId: `<${id}@${new URL(BASE_URL).hostname}>`,
    isNotice: true,
  };
}
