import 'server-only';
import { AliasForm } from '@/lib/contract/alias/alias-form';
import type { InboxForm } from '@/lib/domain/inbox/inbox-form';
import type { AliasPass } from '@/lib/server/context';
import type { AliasForm as AliasFormRow, PrismaClient, RequestSlot } from '@/lib/server/db/generated/client';
import { acceptingFiles } from '@/lib/server/services/access/alias';
import { formOf } from '@/lib/server/services/delivery/form-row';
import { linkHash, lockOf } from './link';

/** As long as a request may be open. */
const changeHours = 10 * 366 * 24;

/** The terms of the inbox, narrowed to the slot; nothing is asked of the person, who is known. */
export function slotForm(
  row: AliasFormRow | null,
  slot: Pick<RequestSlot, 'groups' | 'endings' | 'maxFiles'>,
): InboxForm {
  const { logo: _, ...form } = row ? { ...formOf(row), logo: null } : AliasForm.parse({});
  const { groups, endings, maxFiles } = slot;
  const kinds = groups.length + endings.length > 0 ? AliasForm.parse({ groups, endings }) : form;
  return {
    ...form,
    groups: kinds.groups,
    endings: kinds.endings,
    maxFiles: maxFiles ?? form.maxFiles,
    sender: { name: 'off', email: 'off', reference: 'off' },
    questions: [],
    changeHours,
  };
}

/** @param given the link's secret, a full stop, and the slot. Index: FileRequest_linkHash_key */
export async function passOfRequest(db: PrismaClient, given: string): Promise<AliasPass | null> {
  const [secret = '', slotId = ''] = given.split('.');
  if (!/^[0-9a-f]{40}$/.test(secret) || slotId === '') return null;
  const cell = await db.requestCell.findFirst({
    where: { slotId, request: { linkHash: linkHash(secret), round: { alias: acceptingFiles } } },
    select: {
      shareId: true,
      decision: true,
      slot: true,
      request: {
        select: {
          id: true,
          round: { select: { proof: true, aliasId: true, alias: { include: { form: true } } } },
        },
      },
    },
  });
  if (!cell?.shareId || cell.decision === 'accepted') return null;
  const { id, ownerId, validityMs, form } = cell.request.round.alias;
  const rules = slotForm(form, cell.slot);
  return {
    id,
    ownerId,
    validityMs: Number(validityMs),
    albumId: null,
    lock: lockOf(cell.request),
    form: rules,
    onlyShareId: cell.shareId,
  };
}
