import 'server-only';
import { AliasForm } from '@/lib/contract/alias/alias-form';
import type { InboxForm } from '@/lib/domain/inbox/inbox-form';
import type { Prisma, AliasForm as Row } from '@/lib/server/db/generated/client';

const msOf = (date: Date | null): number | null => date?.getTime() ?? null;
const dateOf = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));
const numberOf = (count: bigint | null): number | null => (count === null ? null : Number(count));

/** A form as its row has it, without its logo. */
export function formOf(row: Row): InboxForm {
  const { logo: _, ...form } = AliasForm.parse({
    intro: row.intro,
    recipient: row.recipient,
    opensAt: msOf(row.opensAt),
    closesAt: msOf(row.closesAt),
    lateUntil: msOf(row.lateUntil),
    groups: row.groups,
    endings: row.endings,
    maxFiles: row.maxFiles,
    maxFileBytes: numberOf(row.maxFileBytes),
    maxBytes: numberOf(row.maxBytes),
    changeHours: row.changeHours,
    language: row.language,
    color: row.color,
    sender: { name: row.askName, email: row.askEmail, reference: row.askReference },
    questions: row.fields,
  });
  return form;
}

/** As it holds: an album is bounded as a share is, not as one delivery. */
export const termsOf = (form: InboxForm, isAlbum: boolean): InboxForm =>
  isAlbum ? { ...form, maxFiles: null, maxBytes: null } : form;

export const rowOf = ({ sender, questions, opensAt, closesAt, lateUntil, ...form }: InboxForm) =>
  ({
    ...form,
    opensAt: dateOf(opensAt),
    closesAt: dateOf(closesAt),
    lateUntil: dateOf(lateUntil),
    askName: sender.name,
    askEmail: sender.email,
    askReference: sender.reference,
    fields: questions,
  }) satisfies Omit<Prisma.AliasFormUncheckedCreateInput, 'aliasId'>;
