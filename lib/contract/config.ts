import * as z from 'zod';

/** What the browser may know of the configuration: an allow-list, so nothing secret can slip through. */
export const PublicConfig = z.object({
  appName: z.string(),
  baseUrl: z.string(),
  maxSizeBytes: z.number(),
  maxValidityMs: z.number(),
  defaultValidityMs: z.number(),
  chunkSizeBytes: z.number(),
  retryDelaysMs: z.array(z.number()),
  authRefreshMs: z.number(),
  sharePasswordRequired: z.boolean(),
  initialPage: z.enum(['home', 'uploads', 'share']),
  footerVisible: z.boolean(),
  footerText: z.string(),
  logoUrl: z.string().nullable(),
  logoUrlDark: z.string().nullable(),
  version: z.string(),
  buildId: z.string(),
});
export type PublicConfig = z.infer<typeof PublicConfig>;
