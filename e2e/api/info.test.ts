import { expect, test } from 'vitest';
import { raw } from '@/testing/network/raw';
import { running } from '@/testing/server/running';

test('anybody is told what the installation looks like and allows, and nothing else of its configuration', async () => {
  const { status, json } = await raw('GET', '/api/v2/open/info/appconfig');
  expect(status).toBe(200);
  expect(json).toEqual({
    appName: 'Slipway',
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    buildId: expect.stringMatching(/^\w+/),
    baseUrl: running().url,
    logoUrl: '/logo-light.svg',
    logoUrlDark: '/logo-dark.svg',
    iconUrl: '/icon.svg',
    iconUrlDark: '/icon.svg',
    footerText: '',
    projectUrl: '',
    footerVisible: true,
    signupMode: 'closed',
    signupEmail: 'off',
    oauthConfig: [],
    chunkSize: 10 * 1024 ** 2,
    maxAliasFiles: expect.any(Number),
    retryDelays: [0, 3000, 6000, 12000, 24000, 48000],
    maxValidity: 365 * 24 * 3600 * 1000,
    maxSize: 1.5 * 1024 ** 3,
    mailEnabled: true,
    welcomeMessage: '',
    defaultLanguage: 'gb',
    languages: [],
    authRefreshTime: 240_000,
    initialPage: 'home',
    oauthOnly: false,
    aliasMemberEnabled: true,
    defaultValidity: 7 * 24 * 3600 * 1000,
    defaultViews: 30,
    initialTheme: 'light',
    systemThemeEnabled: true,
    oauthAutoRedirect: true,
    proxyAuthEnabled: false,
    proxyOnly: false,
    hideLoginForm: false,
    zipMaxSize: expect.any(Number),
    defaultTimezone: 'UTC',
    sharePasswordRequired: false,
    thumbnailsEnabled: true,
    autoPublishEnabled: false,
  });
  const { logoUrl, logoUrlDark, iconUrl } = json as Record<string, string>;
  for (const path of [logoUrl, logoUrlDark, iconUrl]) expect((await raw('GET', path ?? '')).status).toBe(200);
});
