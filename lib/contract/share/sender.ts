import * as z from 'zod';

/** The person behind a link, an inbox or a mail, as strangers see them. */
export const Sender = z
  .object({
    name: z.string().describe('The name that they chose, else their login'),
    isLogin: z.boolean().describe('They chose none, so nothing else is shown'),
    line: z.string().nullable().describe('Below it, such as a company and its town'),
    picture: z.string().nullable().describe('Path of a square WebP, on this server'),
    color: z.string().nullable().describe('Of buttons, as #rrggbb'),
  })
  .meta({ id: 'Sender' });
export type Sender = z.infer<typeof Sender>;
