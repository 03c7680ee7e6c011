import { mail } from '@/lib/contract/mail';
import { route } from '@/lib/server/http/route';
import { notifyReceivers } from '@/lib/server/services/mail/notify';

export const POST = route(mail.notify, ({ ctx, params }) => notifyReceivers(ctx, { shareId: params.id }));
