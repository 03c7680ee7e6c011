import 'server-only';
import { AliasForm } from '@/lib/contract/alias/alias-form';
import type { InboxForm } from '@/lib/domain/inbox/inbox-form';
import type { AliasForm as AliasFormRow, Prisma } from '@/lib/server/db/generated/client';

const msOf = (date: Date | null): number | null => date?.getTime() ?? null;
const dateOf = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));
const numberOf = (count: bigint | null): number | null => (count === null ? null : Number(count));

/** Parsing fills in the defaults that rows of older versions lack. The logo is left out. */
export function formOf(row: AliasFormRow): InboxForm {
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

/** An album has the limits of a share, not those of one delivery. */
export const applicableForm = (form: InboxForm, isAlbum: boolean): InboxForm =>
  isAlbum ? { ...form, maxFiles: null, maxBytes: null } : form;

export const formRow = ({ sender, questions, opensAt, closesAt, lateUntil, ...form }: InboxForm) =>
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
