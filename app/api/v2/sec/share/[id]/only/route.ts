import { recipient } from '@/lib/contract/share/recipient';
import { route } from '@/lib/server/http/route';
import { setOnlyRecipients } from '@/lib/server/services/recipient/recipients';

export const POST = route(recipient.setOnly, ({ ctx, params, body }) =>
  setOnlyRecipients(ctx, { shareId: params.id, only: body.value }),
);
