import type { SettingName } from '@/lib/domain/server-settings';
import { languages } from '@/lib/i18n/locales';

type SettingLook =
  | 'text'
  | 'markdown'
  | 'flag'
  | 'secret'
  | 'color'
  | 'time'
  | 'languages'
  | readonly string[];

/** The control of each setting; a list has its words. Those that are missing have a section of their own. */
export const settingLooks: Partial<Record<SettingName, SettingLook>> = {
  MAIL_FROM: 'text',
  SIGNUP_MODE: ['closed', 'invite', 'open'],
  SIGNUP_EMAIL: ['off', 'optional', 'verified'],
  SIGNUP_DOMAINS: 'text',
  INVITE_PASSWORD: 'secret',
  INVITE_VALIDITY: 'text',
  EXTERNAL_SIGNUP: ['open', 'closed'],
  MAX_SIZE: 'text',
  ACCOUNT_MAX_SIZE: 'text',
  ACCOUNT_MAX_FILES: 'text',
  MAX_ALIAS_BYTES: 'text',
  MAX_ALIAS_FILES: 'text',
  MAX_VALIDITY: 'text',
  DEFAULT_VALIDITY: 'text',
  DEFAULT_VIEWS: 'text',
  REQUIRE_SHARE_PASSWORD: 'flag',
  ALIAS_MEMBERS: 'flag',
  AUTO_PUBLISH: 'flag',
  UPLOAD_TTL: 'text',
  CLEANUP_GRACE: 'text',
  APP_NAME: 'text',
  ACCENT_COLOR: 'color',
  WELCOME_MESSAGE: 'markdown',
  LANGUAGES: 'languages',
  DEFAULT_LANGUAGE: languages.map(({ code }) => code),
  FOOTER_TEXT: 'markdown',
  DEFAULT_TIMEZONE: 'text',
  INITIAL_THEME: ['system', 'light', 'dark'],
  ANNOUNCEMENT: 'markdown',
  ANNOUNCEMENT_KIND: ['info', 'warning'],
  ANNOUNCEMENT_FROM: 'time',
  ANNOUNCEMENT_UNTIL: 'time',
  IMPRINT: 'markdown',
  PRIVACY: 'markdown',
  ABUSE_MAIL: 'text',
  SCAN: ['inboxes', 'all'],
  SCAN_UNSCANNABLE: ['allow', 'hold'],
  SCAN_DOWN: ['hold', 'allow'],
  LDAP_URL: 'text',
  LDAP_BASE: 'text',
  LDAP_BIND_DN: 'text',
  LDAP_BIND_PASSWORD: 'secret',
  LDAP_FILTER: 'text',
  LDAP_GROUPS: 'text',
  LDAP_ALLOWED_GROUPS: 'text',
  LDAP_ADMIN_GROUPS: 'text',
};
