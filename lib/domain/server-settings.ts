/**
 * Settings for admins in the browser, in the order of the page. All others are the environment's alone: with a stolen
 * session one could weaken sign-in (second factors, sessions), hide traces (the audit's retention) or reach inner hosts.
 */
export const settingGroups = {
  address: ['BASE_URL'],
  mail: ['SMTP_URL', 'MAIL_FROM'],
  people: [
    'SIGNUP_MODE',
    'SIGNUP_EMAIL',
    'SIGNUP_DOMAINS',
    'INVITE_PASSWORD',
    'INVITE_VALIDITY',
    'EXTERNAL_SIGNUP',
  ],
  limits: [
    'MAX_SIZE',
    'ACCOUNT_MAX_SIZE',
    'ACCOUNT_MAX_FILES',
    'MAX_ALIAS_BYTES',
    'MAX_ALIAS_FILES',
    'MAX_VALIDITY',
    'DEFAULT_VALIDITY',
    'DEFAULT_VIEWS',
    'REQUIRE_SHARE_PASSWORD',
    'ALIAS_MEMBERS',
    'AUTO_PUBLISH',
    'UPLOAD_TTL',
    'CLEANUP_GRACE',
  ],
  look: [
    'APP_NAME',
    'LOGO_URL',
    'ACCENT_COLOR',
    'WELCOME_MESSAGE',
    'FOOTER_TEXT',
    'LANGUAGES',
    'DEFAULT_LANGUAGE',
    'DEFAULT_TIMEZONE',
    'INITIAL_THEME',
  ],
  announcement: ['ANNOUNCEMENT', 'ANNOUNCEMENT_KIND', 'ANNOUNCEMENT_FROM', 'ANNOUNCEMENT_UNTIL'],
  legal: ['IMPRINT', 'PRIVACY', 'ABUSE_MAIL'],
  providers: ['OAUTH_PROVIDERS'],
} as const;

export type SettingGroup = keyof typeof settingGroups;
export type SettingName = (typeof settingGroups)[SettingGroup][number];

export const settingNames: readonly SettingName[] = Object.values(settingGroups).flat();

/** Written, and never read again: whole, or the part of them that is secret. */
const secretNames: readonly SettingName[] = ['SMTP_URL', 'INVITE_PASSWORD', 'OAUTH_PROVIDERS'];

export const isSettingName = (name: string): name is SettingName =>
  settingNames.includes(name as SettingName);

export const isSecretSetting = (name: SettingName): boolean => secretNames.includes(name);
