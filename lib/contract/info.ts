import * as z from 'zod';
import { Bytes, Millis } from '@/lib/contract/fields';
import { endpoint } from './http/endpoint';
import { versionPath } from './http/names';

export const VersionInfo = z
  .object({
    version: z.string(),
    builtAtMillis: Millis,
    builtAtString: z.string(),
    gitCommit: z.string(),
    gitVersion: z.string(),
  })
  .meta({ id: 'VersionInfo' });

const Duration = z.int().nonnegative().describe('Milliseconds');

/** Public; nothing else of the configuration leaves the server. */
export const AppConfig = z
  .object({
    appName: z.string(),
    version: z.string(),
    buildId: z.string(),
    baseUrl: z.string(),
    logoUrl: z.string().describe('A path of this server or a URL, like the next three'),
    logoUrlDark: z.string(),
    iconUrl: z.string(),
    iconUrlDark: z.string(),
    footerText: z.string().describe('Markdown'),
    projectUrl: z.string().describe('Where the name in the footer leads; empty: nowhere'),
    footerVisible: z.boolean(),
    welcomeMessage: z.string().describe('Markdown'),
    signupMode: z.enum(['open', 'invite', 'closed']),
    signupEmail: z.enum(['off', 'optional', 'verified']).describe('What registering asks for'),
    oauthConfig: z.array(z.object({ id: z.string(), name: z.string(), icon: z.string().nullable() })),
    oauthOnly: z.boolean(),
    oauthAutoRedirect: z.boolean(),
    proxyAuthEnabled: z.boolean(),
    proxyOnly: z.boolean(),
    hideLoginForm: z.boolean(),
    authRefreshTime: Duration,
    mailEnabled: z.boolean(),
    aliasMemberEnabled: z.boolean(),
    autoPublishEnabled: z.boolean(),
    sharePasswordRequired: z.boolean(),
    maxSize: Bytes.describe('Of all files of a share together'),
    maxAliasFiles: z.int().nonnegative().describe('Of a share that comes through an alias; 0: any number'),
    zipMaxSize: Bytes.describe('0: there is no ZIP'),
    thumbnailsEnabled: z.boolean().describe('Whether photos have small pictures'),
    maxValidity: Duration,
    defaultValidity: Duration,
    defaultViews: z.int().positive().describe('2147483647: any number'),
    chunkSize: Bytes.describe('Of one upload request, to begin with'),
    retryDelays: z.array(Duration),
    defaultLanguage: z.string(),
    languages: z.array(z.string()).describe('Those that the pages offer; none: all'),
    defaultTimezone: z.string().nullable(),
    initialPage: z.enum(['home', 'uploads', 'share']),
    initialTheme: z.enum(['light', 'dark']).describe('Of a browser that knows no theme of its device'),
    systemThemeEnabled: z.boolean().describe('Whether who has not chosen a theme has that of the device'),
  })
  .meta({ id: 'AppConfig' });
export type AppConfig = z.infer<typeof AppConfig>;

export const info = {
  version: endpoint({
    method: 'GET',
    path: versionPath,
    access: 'open',
    summary: 'Version and build',
    answer: VersionInfo,
  }),
  appConfig: endpoint({
    method: 'GET',
    path: '/api/v2/open/info/appconfig',
    access: 'open',
    summary: 'What the installation looks like and allows',
    answer: AppConfig,
  }),
};
