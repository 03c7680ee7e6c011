import * as z from 'zod';
import { Bytes, Ident, Millis, Result, Secret, Text, TypedCode } from '@/lib/contract/fields';
import { slotStates } from '@/lib/domain/request/progress';
import { endpoint } from '../http/endpoint';
import { ReportBody } from '../report';
import { Sender } from '../share/sender';

const count = z.int().nonnegative();

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
  exampleFile: z.string().nullable().describe('Name of a file that shows what is meant'),
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
    sender: Sender.nullable().describe('Who that is; null: no profile, or the inbox names somebody else'),
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
    codeTo: z
      .string()
      .nullable()
      .describe(
        'An address in part: whoever has it gets a code, and until it is entered all but `from` is empty',
      ),
    slots: z.array(AskedSlot),
  })
  .meta({ id: 'Asked' });
export type Asked = z.infer<typeof Asked>;
export type AskedSlot = z.infer<typeof AskedSlot>;

const unknown = 'nobody-knows-this';
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
  sendCode: endpoint({
    method: 'POST',
    path: '/api/v2/open/request/code',
    access: 'open',
    summary: 'Mail a code to the person who is asked, who proves the address by it; valid for 15 minutes',
    example: openExample,
    body: z.object({ token }),
    answer: z.object({ address: z.string().describe('In part') }),
    errors: ['asked.over', 'mail.off', 'limit.attempts'],
  }),
  proveCode: endpoint({
    method: 'POST',
    path: '/api/v2/open/request/proof',
    access: 'open',
    summary: 'Enter the code. A cookie then opens the request in this browser, until it is over',
    example: openExample,
    body: z.object({ token, code: TypedCode }),
    answer: Result,
    says: 'asked.proven',
    errors: ['asked.over', 'open.codeNotSix', 'open.codeWrong', 'open.codeOver', 'limit.attempts'],
    setsCookie: true,
  }),
  begin: endpoint({
    method: 'POST',
    path: '/api/v2/open/request/begin',
    access: 'open',
    summary: 'Begin to send for a slot. Files go into the share with the header Sharry-Alias: SECRET.SLOT',
    example: { ...openExample, body: { token: unknown, slot: unknown } },
    body: z.object({
      token,
      slot: Ident,
      sealedKey: Text.max(1_000)
        .nullish()
        .describe('For a sealed inbox: the share’s key, sealed for it; base64'),
    }),
    answer: z.object({ share: Ident }),
    errors: [
      'asked.over',
      'asked.unproven',
      'asked.accepted',
      'alias.sealedOnly',
      'limit.attempts',
      'limit.alias',
    ],
  }),
  example: endpoint({
    method: 'POST',
    path: '/api/v2/open/request/example',
    access: 'open',
    summary: 'The file that shows what is meant by a slot',
    example: { ...openExample, body: { token: unknown, slot: unknown } },
    body: z.object({ token, slot: Ident }),
    answer: z.object({ name: z.string(), data: z.string().describe('Base64') }),
    errors: ['asked.over', 'asked.unproven', 'limit.attempts'],
  }),
  saved: endpoint({
    method: 'POST',
    path: '/api/v2/open/request/saved',
    access: 'open',
    summary: 'Files have arrived: the owner hears of it, and reminders know',
    example: openExample,
    body: z.object({ token }),
    answer: Asked,
    errors: ['asked.over', 'asked.unproven', 'limit.attempts'],
  }),
  report: endpoint({
    method: 'POST',
    path: '/api/v2/open/request/report',
    access: 'open',
    summary:
      'Report what is asked to the admins, where the server takes reports; the same answer for dead links',
    example: { refusal: 'request.notFound' },
    body: ReportBody.extend({ token }),
    answer: Result,
    says: 'open.reported',
    errors: ['request.notFound', 'limit.attempts'],
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
