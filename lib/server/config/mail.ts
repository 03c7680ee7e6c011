import * as z from 'zod';
import { mailAddress, mailbox } from '@/lib/domain/mail/mail-address';
import { canParseUrl } from '@/lib/domain/url';
import { optional, refuse } from './kinds';
import { serverUrlComplaint } from './server-url';

const isSmtpUrl = (text: string) => canParseUrl(text) && /^smtps?:\/\/[^/]/.test(text);

export const mailVariables = {
  SMTP_URL: z
    .string()
    .superRefine((url, check) => {
      const complaint = /^smtps?:\/\//.test(url) ? serverUrlComplaint(url) : null;
      if (complaint?.startsWith('has')) check.addIssue({ code: 'custom', message: complaint });
      else if (!isSmtpUrl(url)) refuse(check, 'a URL such as smtps://user:password@mail.example.org');
    })
    .optional()
    .describe(
      'Mail server, such as `smtps://user:password@mail.example.org`. If you don’t set it, Slipway sends no email.',
    )
    .meta({ example: '', kind: 'URL' }),
  SMTP_EHLO: z
    .string()
    .regex(/^[A-Za-z0-9.:[\]-]{1,253}$/, 'must be a name such as files.example.org')
    .optional()
    .describe(
      'Name by which Slipway greets mail servers. If you don’t set it, the host of `BASE_URL`, or of `MAIL_FROM` if that is no name on the internet.',
    )
    .meta({ example: '', kind: 'host name' }),
  MAIL_FROM: z
    .string()
    .transform(
      (text, check) => mailbox(text) ?? refuse(check, 'an address such as Slipway <files@example.org>'),
    )
    .optional()
    .describe(
      'Sender of all emails, such as `Slipway <files@example.org>`. If you don’t set it, links come from the address of the person who sends, and notifications from that of the recipient; most mail servers refuse these.',
    )
    .meta({ example: '', kind: 'address' }),
  ABUSE_MAIL: z
    .string()
    .transform((text, check) => mailAddress(text) ?? refuse(check, 'an address such as abuse@example.org'))
    .optional()
    .describe(
      'Where reports about shared links and requests are emailed to. If you don’t set it, they have no **Report** button.',
    )
    .meta({ example: '', kind: 'address' }),
  MAIL_LIST_ID: z
    .string()
    .regex(/^[\x20-\x7e]*$/, 'must be a line of plain letters')
    .optional()
    .describe('Header `List-Id` of all mails, such as `Slipway <files.example.org>`, for filters.')
    .meta({ example: '', kind: 'text' }),
  MAIL_TEMPLATES_DIR: optional('folder').describe(
    'Folder with your own texts of emails, which replace ours file by file: see [email templates](mail-templates.md).',
  ),
};
