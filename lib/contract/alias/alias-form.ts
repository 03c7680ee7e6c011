import * as z from 'zod';
import {
  Base64Picture,
  Bytes,
  because,
  bytesAtMost,
  Ident,
  Millis,
  Name,
  Result,
  Text,
  WasFields,
} from '@/lib/contract/fields';
import { Delivery } from '@/lib/contract/share/share-shapes';
import { formLimits, questionKinds, requirements } from '@/lib/domain/inbox/inbox-form';
import { isColor } from '@/lib/domain/look';
import type { ErrorCode } from '../errors';
import { endpoint } from '../http/endpoint';
import { fileKinds } from './file-kinds';

/** The last day with a four-digit year. */
const Instant = Millis.max(Date.UTC(9999, 11, 31))
  .nullable()
  .default(null);
const Demand = z.enum(requirements).default('off');
const label = Name.refine((text) => text.trim() !== '', because('blank'));

const Question = z
  .object({
    id: Ident.describe('Names the answer'),
    label,
    kind: z.enum(questionKinds),
    required: z.boolean().default(false),
    choices: z.array(label).max(formLimits.choices).default([]).describe('For `choice`'),
  })
  .refine(({ kind, choices }) => kind !== 'choice' || choices.length > 0, {
    message: because('missing'),
    path: ['choices'],
  });

const look = {
  language: Text.max(20)
    .nullable()
    .default(null)
    .describe('Of its page, for senders who have chosen none: as in a page’s own tag, such as en or de'),
  color: Text.refine(isColor, because('notAColor'))
    .nullable()
    .default(null)
    .describe('Of the buttons of its page, such as #0b6e4f'),
  logo: Base64Picture.max(Math.ceil(formLimits.logoBytes / 3) * 4)
    .nullable()
    .default(null)
    .describe('A picture in base64; answered as WebP of at most 320 × 320'),
};

export const AliasForm = z
  .object({
    ...look,
    intro: Text.refine(...bytesAtMost(formLimits.introBytes))
      .default('')
      .describe('Markdown'),
    recipient: Name.default('').describe('Who gets it, in the owner’s words; "": the owner’s login'),
    opensAt: Instant,
    closesAt: Instant,
    lateUntil: Instant.describe('Until then, those who are late are taken'),
    ...fileKinds,
    maxFileBytes: Bytes.min(1).nullable().default(null),
    maxBytes: Bytes.min(1).nullable().default(null).describe('Of one delivery'),
    sender: z
      .object({ name: Demand, email: Demand, reference: Demand })
      .default({ name: 'off', email: 'off', reference: 'off' }),
    changeHours: z
      .int()
      .min(0)
      .max(720)
      .default(24)
      .describe('How long a sender may take back what nobody has opened yet'),
    questions: z.array(Question).max(formLimits.questions).default([]),
  })
  .refine(({ opensAt, closesAt }) => opensAt === null || closesAt === null || opensAt < closesAt, {
    message: because('tooEarly'),
    path: ['closesAt'],
  })
  .refine(({ closesAt, lateUntil }) => lateUntil === null || (closesAt !== null && closesAt < lateUntil), {
    message: because('tooEarly'),
    path: ['lateUntil'],
  })
  .refine(({ questions }) => new Set(questions.map(({ id }) => id)).size === questions.length, {
    message: because('twice'),
    path: ['questions'],
  });
export type AliasForm = z.output<typeof AliasForm>;

export const fileRefusals = [
  'delivery.fileType',
  'delivery.fileLies',
  'delivery.fileTooLarge',
  'delivery.tooLarge',
  'delivery.tooManyFiles',
] as const satisfies readonly ErrorCode[];

const params = z.object({ id: Ident });

export const aliasForm = {
  get: endpoint({
    method: 'GET',
    path: '/api/v2/sec/alias/{id}/form',
    access: 'user',
    summary: 'What an alias tells its senders, asks of them and takes',
    who: 'managers',
    params,
    answer: z.object({ form: AliasForm.nullable().describe('Null: it takes files without a word') }),
    errors: ['alias.notFound'],
  }),
  save: endpoint({
    method: 'POST',
    path: '/api/v2/sec/alias/{id}/form',
    access: 'user',
    summary: 'Change the form of an alias',
    who: 'owner',
    example: { body: { recipient: 'Office of Bea' } },
    params,
    body: AliasForm.and(z.object({ was: WasFields })),
    answer: Result,
    says: 'alias.saved',
    errors: ['alias.notFound', 'alias.notOwner', 'request.changed'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v2/sec/alias/{id}/form',
    access: 'user',
    summary: 'Take the form of an alias away: it takes files without a word',
    who: 'owner',
    params,
    answer: Result,
    says: 'alias.saved',
    errors: ['alias.notFound', 'alias.notOwner'],
  }),
  delivery: endpoint({
    method: 'GET',
    path: '/api/v2/sec/share/{id}/delivery',
    access: 'user',
    summary: 'What the sender of a share that came through an alias said to its form',
    who: 'managers',
    params,
    answer: z.object({
      delivery: Delivery.extend({
        done: z.boolean().describe('Ticked off'),
        album: z.boolean().describe('Its files can be put into the album of its alias'),
      }).nullable(),
    }),
    errors: ['share.notFound'],
  }),
};
