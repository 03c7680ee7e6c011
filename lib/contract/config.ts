import * as z from 'zod';

/** What the browser may know of the configuration; nothing secret has a place here. */
export const PublicConfig = z.object({
  appName: z.string(),
  baseUrl: z.string(),
  maxSizeBytes: z.int().describe('All files of a share together'),
  maxValidityMs: z.int(),
  defaultValidityMs: z.int(),
  chunkSizeBytes: z.int(),
  retryDelaysMs: z.array(z.int()),
  authRefreshMs: z.int(),
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
  buildId: z.string(),
});
export type PublicConfig = z.infer<typeof PublicConfig>;
