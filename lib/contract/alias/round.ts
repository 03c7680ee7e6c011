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
  Text,
} from '@/lib/contract/fields';
import { isDay, repeats } from '@/lib/domain/request/due';
import { decisions, requestFilters, roundLimits, slotStates } from '@/lib/domain/request/progress';
import { canParseUrl } from '@/lib/domain/url';
import { endpoint } from '../http/endpoint';
import { Base64 } from '../share/sealed-shapes';
import { fileKinds } from './file-kinds';
import { ofRound } from './of-round';

const label = Name.refine((text) => text.trim() !== '', because('blank'));
const Day = Text.refine(isDay, because('notADate')).describe('YYYY-MM-DD');
const Message = Text.max(roundLimits.messageChars).default('');
const count = z.int().nonnegative();

const SlotInput = z.object({
  name: label,
  hint: Text.max(roundLimits.hintChars).default(''),
  ...fileKinds,
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
  exampleFile: z.string().nullable().describe('Name of the file that is attached as an example'),
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

const RoundInput = RoundChange.extend({
  proof: z
    .boolean()
    .default(false)
    .describe('People prove their address by a mailed code; the link alone says who asks, and no more'),
  slots: z.array(SlotInput).min(1).max(roundLimits.slots),
});
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
    round: RoundItem.extend({ message: z.string(), proof: z.boolean(), slots: z.array(Slot) }),
    items: z.array(BoardRow),
    total: count.describe('Over all pages, of those that are like this'),
  })
  .meta({ id: 'Board' });
export type Board = z.infer<typeof Board>;

const Round = ofRound.shape.round;
const BoardQuery = ListQuery.extend({
  ...ofRound.shape,
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

/** Requests of an inbox to people, for its owner. IDs stand in bodies, because each call is about the inbox. */
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
  files: endpoint({
    method: 'GET',
    path: `${path}/files`,
    access: 'user',
    summary: 'How much is in the archive of a round, and what is not',
    who: 'managers',
    example,
    params,
    query: ofRound,
    answer: z.object({
      files: count,
      size: Bytes,
      checking: count.describe('How many wait for their virus scan'),
      sealed: count.describe('How many are end-to-end encrypted: they can be opened in a browser alone'),
    }),
    errors: ofManagers,
  }),
  change: endpoint({
    method: 'POST',
    path: `${path}/change`,
    access: 'user',
    summary: 'Change name, message, day, repetition or proof; people with a day of their own keep it',
    who: 'owner',
    example: { ...example, body: { round: none, name: 'Papers', due: '2999-12-31' } },
    params,
    body: RoundChange.extend({
      round: Round,
      proof: z
        .boolean()
        .optional()
        .describe('People prove their address from now on, or no more; without it as before'),
    }),
    answer: Result,
    says: 'round.saved',
    errors: [...errors, 'mail.off'],
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
    errors: [...errors, 'round.tooMany', 'round.examplesFull', 'round.overasked', 'mail.limitReached'],
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
  example: endpoint({
    method: 'POST',
    path: `${path}/example`,
    access: 'user',
    summary:
      'Attach a file that shows people what is meant by a slot; it counts in no quota and ends with the round',
    who: 'owner',
    example: { ...example, body: { round: none, slot: 1, name: 'form.pdf', data: 'AAAA' } },
    params,
    body: z.object({
      round: Round,
      slot: z.int().min(1).max(roundLimits.slots).describe('Its place, from 1'),
      name: Name,
      data: Base64(roundLimits.exampleBytes),
    }),
    maxBodyBytes: 3 * 1024 ** 2,
    answer: Result,
    says: 'round.saved',
    errors: [...errors, 'round.examplesFull', 'round.exampleHeld', 'round.exampleUnchecked'],
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
