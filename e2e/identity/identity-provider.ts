import type { Page } from '@playwright/test';

export type IdentityProvider = {
  id: string;
  name: string;
  /** Its entry in OAUTH_PROVIDERS. */
  entry: Record<string, unknown>;
  subjectOf: (person: string) => string;
  start: () => Promise<void>;
  stop: () => Promise<void>;
  signIn: (page: Page, person: string) => Promise<void>;
};

export const client = { clientId: 'slipway', clientSecret: 'a-secret-of/the%tests' };

export const resumeUrl = (server: string, id: string) => `${server}/api/v2/open/auth/oauth/${id}/resume`;
