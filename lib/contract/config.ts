import * as z from 'zod';

/** What the browser may know of the configuration; nothing secret has a place here. */
export const PublicConfig = z.object({
  appName: z.string(),
  baseUrl: z.string(),
  maxSize: z.int().describe('Bytes of all files of a share together'),
  maxValidity: z.int().describe('Milliseconds'),
  defaultValidity: z.int().describe('Milliseconds'),
  chunkSize: z.int().describe('Bytes'),
  retryDelays: z.array(z.int()).describe('Milliseconds'),
  authRefreshTime: z.int().describe('Milliseconds'),
  mailEnabled: z.boolean(),
  sharePasswordRequired: z.boolean(),
  initialPage: z.enum(['home', 'uploads', 'share']),
  footerVisible: z.boolean(),
  footerText: z.string().describe('Markdown'),
  welcomeMessage: z.string().describe('Markdown'),
  logoUrl: z.string().nullable(),
  logoUrlDark: z.string().nullable(),
  iconUrl: z.string().nullable(),
  iconUrlDark: z.string().nullable(),
  version: z.string(),
  build: z.string(),
});
export type PublicConfig = z.infer<typeof PublicConfig>;
