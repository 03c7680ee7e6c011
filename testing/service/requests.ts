import { headerNames } from '@/lib/contract/http/names';
import { addPeople, getRequestLink } from '@/lib/features/request/people';
import { beginSlot } from '@/lib/features/request/person';
import { createRound } from '@/lib/features/request/rounds';
import type { AliasContext, Context, UserContext } from '@/lib/server/context';
import { aliasPassOf } from '@/lib/server/services/alias/alias-pass';
import { uploadableThrough } from '@/lib/server/services/upload/access';
import { createUpload } from '@/lib/server/services/upload/create';
import { ownAlias } from './context';

export const slotOf = (name: string, over: object = {}) => ({
  name,
  hint: '',
  groups: [],
  endings: [],
  maxFiles: null,
  needed: true,
  example: null,
  ...over,
});

type RoundOptions = {
  members?: string[];
  due?: string;
  slots?: ReturnType<typeof slotOf>[];
  proof?: boolean;
  aliasId?: string;
};

/** An inbox that asks for an ID card and a payslip, by three weeks after `noon`. */
export async function newRound(owner: UserContext, options: RoundOptions = {}) {
  const { members = [], due = '2026-03-22', slots = [slotOf('ID card'), slotOf('Payslip')] } = options;
  const aliasId = options.aliasId ?? (await ownAlias(owner, { members })).id;
  const { id: round } = await createRound(owner, {
    aliasId,
    name: 'Papers',
    message: 'Please',
    due,
    repeat: null,
    proof: options.proof ?? false,
    slots,
  });
  const rows = await owner.db.requestSlot.findMany({
    where: { roundId: round },
    orderBy: { position: 'asc' },
  });
  return { aliasId, round, slots: rows.map(({ id }) => id) };
}

/** Returns the IDs of the requests, in the order of the people. */
export async function askPeople(
  owner: UserContext,
  { aliasId, round }: { aliasId: string; round: string },
  people: { name: string; address: string }[],
): Promise<string[]> {
  await addPeople(owner, { aliasId, round, people, table: '' });
  const rows = await owner.db.fileRequest.findMany({ where: { roundId: round } });
  return people.map(({ address }) => rows.find((row) => row.address === address)?.id ?? '');
}

export const tokenOf = async (
  owner: UserContext,
  one: { aliasId: string; request: string },
): Promise<string> => /#(\w+)/.exec((await getRequestLink(owner, one)).link)?.[1] ?? '';

export const passFor = async (ctx: Context, token: string, slot: string): Promise<AliasContext> => ({
  ...ctx,
  viewer: null,
  alias: await aliasPassOf(ctx.db, new Headers({ [headerNames.alias]: `${token}.${slot}` }), ctx.now),
});

type SlotFile = {
  token: string;
  slot: string;
  name?: string;
  scan?: 'none' | 'pending' | 'infected';
  into?: string;
};

/** Sends a file as the person's page does; its bytes are taken as arrived. */
export async function sendFile(
  ctx: Context,
  { token, slot, name = 'scan.pdf', scan = 'none', into }: SlotFile,
) {
  const { share } = await beginSlot(ctx, { token, slot });
  const pass = await passFor(ctx, token, slot);
  const id = ctx.newId();
  const destination = { shareId: into ?? share, allowed: uploadableThrough(pass) };
  await createUpload(pass, {
    id,
    destination,
    file: { path: '', name, sizeBytes: 3, mimeType: 'application/pdf' },
  });
  const whole = { state: 'complete', storedBytes: 3, crc32: '00000000', completedAt: ctx.now, scan } as const;
  await ctx.db.file.update({ where: { id }, data: whole });
  await ctx.db.upload.deleteMany({ where: { fileId: id } });
  return { share, id };
}
