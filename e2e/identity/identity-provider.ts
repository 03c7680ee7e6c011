import type { Page } from '@playwright/test';

/** A provider on this machine that a test server is set up with. */
export type IdentityProvider = {
  id: string;
  name: string;
  /** Its entry in OAUTH_PROVIDERS. */
  entry: Record<string, string>;
  /** What it calls a person, always the same. */
  subjectOf: (person: string) => string;
  start: () => Promise<void>;
  stop: () => Promise<void>;
  /** Signs in on the provider's own pages. */
  signIn: (page: Page, person: string) => Promise<void>;
};

export const client = { clientId: 'slipway', clientSecret: 'a-secret-of/the%tests' };

/** Where the provider sends people back to. */
export const resumeUrl = (server: string, id: string) => `${server}/api/v2/open/auth/oauth/${id}/resume`;
