import * as z from 'zod';
import { notify } from '@/lib/contract/alias/notify';
import { because, bytesAtMost, Ident, Result, Subject, Text } from '@/lib/contract/fields';
import { endpoint } from './http/endpoint';
import { Email } from './person';

export const MailTemplate = z
  .object({ subject: z.string(), body: z.string() })
  .describe('What a mail may say, to be changed as one likes')
  .meta({ id: 'MailTemplate' });
export type MailTemplate = z.infer<typeof MailTemplate>;

const ShareMailTemplate = MailTemplate.extend({
  personal: z
    .object({ subject: z.string(), message: z.string() })
    .describe('How mails to recipients begin; empty where they may say nothing of the share'),
}).meta({ id: 'ShareMailTemplate' });
export type ShareMailTemplate = z.infer<typeof ShareMailTemplate>;

const isNotBlank = (text: string) => text.trim() !== '';

export const Letter = z
  .object({
    recipients: z
      .array(Text)
      .describe(
        'At most 20 addresses, each of which gets a mail of its own; a text may hold several, with names',
      ),
    subject: Subject.refine(isNotBlank, because('blank')),
    body: Text.refine(...bytesAtMost(64 * 1024)).refine(isNotBlank, because('blank')),
  })
  .meta({ id: 'Mail' });
export type Letter = z.output<typeof Letter>;

const params = z.object({ id: Ident });

export const mail = {
  shareTemplate: endpoint({
    method: 'GET',
    path: '/api/v2/sec/mail/template/share/{id}',
    access: 'user',
    summary: 'Words for a mail with the link of a share that is or was published',
    who: 'managers',
    params,
    answer: ShareMailTemplate,
    errors: ['share.notFound'],
  }),
  aliasTemplate: endpoint({
    method: 'GET',
    path: '/api/v2/sec/mail/template/alias/{id}',
    access: 'user',
    summary: 'Words for a mail with the upload link of an alias',
    who: 'managers',
    params,
    answer: MailTemplate,
    errors: ['alias.notFound'],
  }),
  send: endpoint({
    method: 'POST',
    path: '/api/v2/sec/mail/send',
    access: 'user',
    summary: 'Send a mail; answers go to my e-mail address',
    example: { body: { recipients: [], subject: 'Hello', body: 'Hello' }, refusal: 'mail.noRecipients' },
    body: Letter.extend({
      share: Ident.nullish().describe('Id of the share whose link it carries, for its activity'),
    }),
    answer: Result.extend({
      sent: z.int().nonnegative().describe('How many it went to'),
      failed: z.array(z.string()).describe('Recipients that the mail did not go to, also on a refusal'),
    }),
    says: 'mail.sent',
    refused: { sent: 0, failed: [] },
    errors: [
      'share.notFound',
      'mail.off',
      'mail.noSender',
      'mail.noRecipients',
      'mail.tooManyRecipients',
      'mail.badRecipients',
      'mail.limitReached',
      'mail.receiverLimit',
      'mail.serverDown',
      'mail.noneSent',
      'mail.someFailed',
    ],
  }),
  notify,
  test: endpoint({
    method: 'POST',
    path: '/api/v2/admin/mail/test',
    access: 'admin',
    summary: 'Send a test mail to an address; without one to my own',
    example: { refusal: 'mail.noAddress' },
    body: z.object({ to: Email.optional() }),
    answer: Result,
    says: 'mail.testSent',
    errors: ['mail.off', 'mail.noAddress', 'mail.limitReached', 'mail.receiverLimit', 'mail.testFailed'],
  }),
};
