import * as z from 'zod';
import { Base64Picture, because, Name, Result, Text } from '@/lib/contract/fields';
import { endpoint } from '@/lib/contract/http/endpoint';
import { formLimits } from '@/lib/domain/inbox/inbox-form';
import { isColor } from '@/lib/domain/look';

const ownText = Name.transform((text) => text || null).nullable();

export const Profile = z
  .object({
    name: z.string().nullable().describe('null: visitors see the login, and nothing else of the profile'),
    line: z.string().nullable().describe('Below the name, such as a company and its town'),
    color: z.string().nullable().describe('Of the buttons that visitors see'),
    picture: z.string().nullable().describe('Path of the picture, a WebP of 256 × 256'),
  })
  .meta({ id: 'Profile' });
export type Profile = z.infer<typeof Profile>;

export const ProfileChange = z
  .object({
    name: ownText,
    line: ownText,
    color: Text.refine(isColor, because('notAColor')).nullable(),
    picture: Base64Picture.max(Math.ceil(formLimits.logoBytes / 3) * 4)
      .nullable()
      .describe('PNG, JPEG or WebP in base64; null takes it away'),
  })
  .partial();
export type ProfileChange = z.output<typeof ProfileChange>;

export const profile = {
  get: endpoint({
    method: 'GET',
    path: '/api/v2/sec/settings/profile',
    access: 'user',
    summary: 'Who visitors of my links and inboxes, and readers of my mails, see',
    answer: Profile,
  }),
  save: endpoint({
    method: 'POST',
    path: '/api/v2/sec/settings/profile',
    access: 'user',
    summary: 'Change some of my profile; what is not named stays',
    example: { body: { line: 'Studio Harbour, Hamburg' } },
    body: ProfileChange,
    answer: Result,
    says: 'settings.saved',
  }),
};
