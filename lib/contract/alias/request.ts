import * as z from 'zod';
import {
  Bytes,
  because,
  Ident,
  IdResult,
  ListQuery,
  Millis,
  Name,
  Result,
  Secret,
  Text,
} from '@/lib/contract/fields';
import { formLimits, isEnding, typeGroups } from '@/lib/domain/inbox/inbox-form';
import { isDay, repeats } from '@/lib/domain/request/due';
import { decisions, requestFilters, roundLimits, slotStates } from '@/lib/domain/request/progress';
import { canParseUrl } from '@/lib/domain/url';
import { endpoint } from '../http/endpoint';

const label = Name.refine((text) => text.trim() !== '', because('blank'));
const Day = Text.refine(isDay, because('notADate')).describe('YYYY-MM-DD');
const Message = Text.max(roundLimits.messageChars).default('');
const count = z.int().nonnegative();

const SlotInput = z.object({
  name: label,
  hint: Text.max(roundLimits.hintChars).default(''),
  groups: z
    .array(z.enum(typeGroups))
    .max(typeGroups.length)
    .default([])
    .describe('None, and no endings: all'),
  endings: z
    .array(Text.refine(isEnding, because('unsupported')))
    .max(formLimits.endings)
    .default([])
    .describe('In small letters, without a point'),
  maxFiles: z.int().min(1).max(formLimits.files).nullable().default(null),
  needed: z.boolean().default(true).describe('Reminders end when all that is needed is there'),
  example: Text.max(2_000)
    .refine((text) => canParseUrl(text) && /^https?:/.test(text), because('notAnAddress'))
    .nullable()
    .default(null)
    .describe('Address of an example, such as the link of a share'),
});

const Slot = SlotInput.extend({
  id: Ident,
  groups: z.array(z.string()),
  endings: z.array(z.string()),
  example: z.string().nullable(),
});

const RoundChange = z
  .object({
    name: label,
    message: Message.describe('To all who are asked'),
    due: Day.describe('The last day, YYYY-MM-DD; it ends at midnight where each person is'),
    repeat: z
      .enum(repeats)
      .nullable()
      .default(null)
      .describe('Asked again by itself, with the same slots and people'),
  })
  .meta({ id: 'RoundChange' });
export type RoundChange = z.output<typeof RoundChange>;

const RoundInput = RoundChange.extend({ slots: z.array(SlotInput).min(1).max(roundLimits.slots) });
export type RoundInput = z.output<typeof RoundInput>;

const RoundItem = z
  .object({
    id: Ident,
    name: z.string(),
    due: z.string(),
    repeat: z.string().nullable(),
    created: Millis,
    people: count,
    complete: count.describe('Of whom all that is needed is there'),
    late: count,
  })
  .meta({ id: 'Round' });
export type RoundItem = z.infer<typeof RoundItem>;

const BoardCell = z.object({
  slot: Ident,
  state: z.enum(slotStates),
  share: Ident.nullable().describe('The delivery with its files'),
  files: count,
  checking: count.describe('How many of them wait for their virus scan'),
  quarantined: count,
  reason: z.string().nullable().describe('Why it is asked for again'),
  version: count.describe('Grows with each decision'),
});
export type BoardCell = z.infer<typeof BoardCell>;

const BoardRow = z
  .object({
    id: Ident,
    name: z.string(),
    address: z.string(),
    language: z.string().nullable(),
    due: z.string(),
    late: z.boolean(),
    sent: Millis.nullable().describe('When the mail server took the latest mail'),
    refusal: z.string().nullable().describe('What the mail server said; empty when it could not be reached'),
    opened: Millis.nullable(),
    complete: Millis.nullable(),
    stopped: Millis.nullable().describe('When the person turned reminders off'),
    reminded: count,
    next: Millis.nullable().describe('When the next reminder is due'),
    cells: z.array(BoardCell).describe('Without those that nothing is known of: they are missing'),
  })
  .meta({ id: 'BoardRow' });
export type BoardRow = z.infer<typeof BoardRow>;

const Board = z
  .object({
    round: RoundItem.extend({ message: z.string(), slots: z.array(Slot) }),
    items: z.array(BoardRow),
    total: count.describe('Over all pages, of those that are like this'),
  })
  .meta({ id: 'Board' });
export type Board = z.infer<typeof Board>;

const Round = Text.max(80).default('').describe('ID of the round');
const BoardQuery = ListQuery.extend({
  round: Round,
  state: z.enum(requestFilters).optional().describe('Only those that are like this'),
});
export type BoardQuery = z.output<typeof BoardQuery>;

const Person = z.object({
  name: Text.max(1_000),
  address: Text.max(1_000),
  language: Text.max(20).nullish(),
  timezone: Text.max(64).nullish().describe('A name such as Europe/Berlin; without one the server’s'),
  due: Text.max(100).nullish().describe('YYYY-MM-DD, where it isn’t the round’s'),
  message: Text.nullish().describe('To this person'),
});

const WrongPerson = z.object({
  row: count.describe('From 1; of a table with its row of titles'),
  field: z.string(),
  reason: z.string(),
});
export type WrongPeople = z.infer<typeof WrongPerson>[];

const params = z.object({ id: Ident });
const path = '/api/v2/sec/alias/{id}/round' as const;
const none = 'nobody-knows-this';
const example = { refusal: 'round.notFound' } as const;
const errors = ['alias.notFound', 'alias.notOwner', 'round.notFound'] as const;
const ofManagers = ['alias.notFound', 'round.notFound'] as const;
const ofOne = z.object({ request: Ident });

/** Requests of an inbox to people. IDs stand in bodies, because each call is about the inbox. */
export const round = {
  list: endpoint({
    method: 'GET',
    path,
    access: 'user',
    summary: 'What an alias asks people for, newest first',
    who: 'managers',
    params,
    query: ListQuery,
    answer: z.object({ items: z.array(RoundItem), total: count }),
    errors: ['alias.notFound'],
  }),
  create: endpoint({
    method: 'POST',
    path,
    access: 'user',
    summary: 'Begin a round: what is wanted, and by when; nobody is asked yet',
    who: 'owner',
    example: { body: { name: 'Papers', due: '2999-12-31', slots: [{ name: 'ID card' }] } },
    params,
    body: RoundInput,
    answer: IdResult,
    says: 'round.created',
    refused: { id: '' },
    errors: ['alias.notFound', 'alias.notOwner', 'round.tooMany'],
  }),
  board: endpoint({
    method: 'GET',
    path: `${path}/board`,
    access: 'user',
    summary: 'People of a round, by name, and what has come of each',
    who: 'managers',
    example,
    params,
    query: BoardQuery,
    answer: Board,
    errors: ofManagers,
  }),
  change: endpoint({
    method: 'POST',
    path: `${path}/change`,
    access: 'user',
    summary: 'Change name, message, day or repetition; people with a day of their own keep it',
    who: 'owner',
    example: { ...example, body: { round: none, name: 'Papers', due: '2999-12-31' } },
    params,
    body: RoundChange.extend({ round: Round }),
    answer: Result,
    says: 'round.saved',
    errors,
  }),
  again: endpoint({
    method: 'POST',
    path: `${path}/again`,
    access: 'user',
    summary: 'Begin the next round, with the same slots and people and none of their files',
    who: 'owner',
    example: { ...example, body: { round: none, due: '2999-12-31' } },
    params,
    body: z.object({ round: Round, due: Day }),
    answer: IdResult,
    says: 'round.created',
    refused: { id: '' },
    errors: [...errors, 'round.tooMany'],
  }),
  remove: endpoint({
    method: 'POST',
    path: `${path}/remove`,
    access: 'user',
    summary: 'Delete a round with its requests; what came stays',
    who: 'owner',
    example: { ...example, body: { round: none } },
    params,
    body: z.object({ round: Round }),
    answer: Result,
    says: 'round.removed',
    errors,
  }),
  addPeople: endpoint({
    method: 'POST',
    path: `${path}/people`,
    access: 'user',
    summary: 'Ask people; each gets a link of their own by mail',
    who: 'owner',
    example: { ...example, body: { round: none, people: [] } },
    params,
    body: z.object({
      round: Round,
      people: z.array(Person).max(roundLimits.people).default([]),
      table: Text.max(roundLimits.tableChars)
        .default('')
        .describe('Lines with tabs, semicolons or commas, as spreadsheets copy them; titles are optional'),
    }),
    answer: Result.extend({ added: count, wrong: z.array(WrongPerson) }),
    says: 'round.asked',
    refused: { added: 0, wrong: [] },
    errors: [...errors, 'round.wrongPeople', 'round.tooMany', 'mail.limitReached'],
  }),
  withdraw: endpoint({
    method: 'POST',
    path: `${path}/withdraw`,
    access: 'user',
    summary: 'Withdraw a person’s request: its link is dead, and all that names the person here is gone',
    who: 'owner',
    example: { ...example, body: { request: none } },
    params,
    body: ofOne.extend({ files: z.boolean().default(false).describe('Delete what came with it, too') }),
    answer: Result,
    says: 'round.withdrawn',
    errors,
  }),
  link: endpoint({
    method: 'POST',
    path: `${path}/link`,
    access: 'user',
    summary: 'The link of one person, for the owner to hand on',
    who: 'owner',
    example: { ...example, body: { request: none } },
    params,
    body: ofOne,
    answer: z.object({ link: z.string() }),
    errors,
  }),
  decide: endpoint({
    method: 'POST',
    path: `${path}/decide`,
    access: 'user',
    summary: 'Accept what a person has sent for a slot, ask for it again with a reason, or undo it',
    who: 'managers',
    example: { ...example, body: { request: none, slot: none, decision: 'accepted', version: 0 } },
    params,
    body: ofOne.extend({
      slot: Ident,
      decision: z.enum(decisions).nullable(),
      reason: Text.max(roundLimits.reasonChars).default(''),
      version: count.describe('As it was read'),
    }),
    answer: Result,
    says: 'round.saved',
    errors: [...ofManagers, 'request.changed'],
  }),
};

/** A mail may have cut off all of it. */
const token = Secret.max(200).describe('The secret in the person’s link');

const AskedSlot = z.object({
  id: Ident,
  name: z.string(),
  hint: z.string(),
  groups: z.array(z.string()).describe('Kinds of files; none, and no endings: all'),
  endings: z.array(z.string()),
  maxFiles: count.nullable(),
  needed: z.boolean(),
  example: z.string().nullable().describe('Address of an example'),
  state: z.enum(slotStates),
  reason: z.string().nullable().describe('Why it is asked for again'),
  files: z
    .array(z.object({ name: z.string(), size: Bytes, arrived: z.boolean(), held: z.boolean() }))
    .describe('At most a hundred; `held` by the virus scan'),
});

const Asked = z
  .object({
    inbox: z.string(),
    from: z.string().describe('Who asks'),
    name: z.string().describe('Who is asked'),
    title: z.string(),
    messages: z.array(z.string()),
    due: z.string(),
    dueAt: Millis,
    late: z.boolean(),
    closed: z.boolean().describe('The inbox takes nothing at the moment'),
    complete: z.boolean(),
    stopped: z.boolean().describe('No more reminders'),
    seal: z.object({ publicKey: z.string() }).nullable().describe('Where only sealed files are taken'),
    slots: z.array(AskedSlot),
  })
  .meta({ id: 'Asked' });
export type Asked = z.infer<typeof Asked>;
export type AskedSlot = z.infer<typeof AskedSlot>;

const openExample = { refusal: 'asked.over' } as const;

/** For the person who is asked, who needs no account. */
export const asked = {
  look: endpoint({
    method: 'POST',
    path: '/api/v2/open/request/look',
    access: 'open',
    summary: 'What a person is asked for, and what of it is there',
    example: openExample,
    body: z.object({ token }),
    answer: Asked,
    errors: ['asked.over', 'limit.attempts'],
  }),
  begin: endpoint({
    method: 'POST',
    path: '/api/v2/open/request/begin',
    access: 'open',
    summary: 'Begin to send for a slot. Files go into the share with the header Sharry-Alias: SECRET.SLOT',
    example: { ...openExample, body: { token: none, slot: none } },
    body: z.object({
      token,
      slot: Ident,
      sealedKey: Text.max(1_000)
        .nullish()
        .describe('For a sealed inbox: the share’s key, sealed for it; base64'),
    }),
    answer: z.object({ share: Ident }),
    errors: ['asked.over', 'asked.accepted', 'alias.sealedOnly', 'limit.attempts', 'limit.alias'],
  }),
  saved: endpoint({
    method: 'POST',
    path: '/api/v2/open/request/saved',
    access: 'open',
    summary: 'Files have arrived: the owner hears of it, and reminders know',
    example: openExample,
    body: z.object({ token }),
    answer: Asked,
    errors: ['asked.over', 'limit.attempts'],
  }),
  stop: endpoint({
    method: 'POST',
    path: '/api/v2/open/request/stop',
    access: 'open',
    summary:
      'End reminders, as the List-Unsubscribe header of each mail says (RFC 8058); the body is ignored',
    example: openExample,
    query: z.object({ token: Text.max(200).default('') }),
    answer: Result,
    says: 'asked.stopped',
    errors: ['asked.over', 'limit.attempts'],
  }),
};
