/**
 * Settings for admins in the browser, in order. All others are the environment's alone: a stolen session could weaken
 * sign-in, hide traces (the audit's retention), reach inner hosts or read what people send (`CLAMD` gets it).
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
    'LOGO_URL_DARK',
    'ICON_URL',
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
  scan: ['SCAN', 'SCAN_UNSCANNABLE', 'SCAN_DOWN'],
  providers: ['OAUTH_PROVIDERS'],
  directory: [
    'LDAP_URL',
    'LDAP_BASE',
    'LDAP_BIND_DN',
    'LDAP_BIND_PASSWORD',
    'LDAP_FILTER',
    'LDAP_GROUPS',
    'LDAP_ALLOWED_GROUPS',
    'LDAP_ADMIN_GROUPS',
  ],
} as const;

/** Fields in which people set one. */
export const settingControls = [
  'text',
  'markdown',
  'flag',
  'secret',
  'color',
  'time',
  'languages',
  'choice',
] as const;

export type SettingGroup = keyof typeof settingGroups;
export type SettingName = (typeof settingGroups)[SettingGroup][number];

/** A page each, in the order of the admins’ list. */
export const serverRooms = {
  general: ['address', 'announcement', 'scan'],
  mail: ['mail'],
  signin: ['people', 'providers', 'directory'],
  limits: ['limits'],
  look: ['look'],
  legal: ['legal'],
} as const satisfies Record<string, readonly SettingGroup[]>;
export type ServerRoom = keyof typeof serverRooms;

export const isServerRoom = (name: string): name is ServerRoom => Object.hasOwn(serverRooms, name);

/** @returns null for anything but the name of a group */
export const roomOfGroup = (group: string): ServerRoom | null =>
  (Object.keys(serverRooms) as ServerRoom[]).find((room) =>
    (serverRooms[room] as readonly string[]).includes(group),
  ) ?? null;

export const settingNames: readonly SettingName[] = Object.values(settingGroups).flat();

/** Written, and never read again: whole, or the part of them that is secret. */
const secretNames: readonly SettingName[] = [
  'SMTP_URL',
  'INVITE_PASSWORD',
  'OAUTH_PROVIDERS',
  'LDAP_BIND_PASSWORD',
];

/**
 * Those that decide who gets in, where passwords, sign-ins and mails (with their links) go, and whether files are
 * scanned: a stolen session must not change them.
 */
export const provenSettings: readonly SettingName[] = [
  ...settingGroups.address,
  ...settingGroups.mail,
  ...settingGroups.people,
  ...settingGroups.scan,
  ...settingGroups.providers,
  ...settingGroups.directory,
];

/** Those that decide where a secret of its own setting is sent. */
export const secretTargets: Partial<Record<SettingName, readonly SettingName[]>> = {
  LDAP_BIND_PASSWORD: ['LDAP_URL', 'LDAP_BIND_DN'],
};

/** The pictures that the server keeps itself, one each. */
export const pictureSettings = ['LOGO_URL', 'LOGO_URL_DARK', 'ICON_URL'] as const;
export type PictureSetting = (typeof pictureSettings)[number];

/** Groups whose answer the doctor has. */
export const checkedGroups = ['directory', 'scan'] as const satisfies readonly SettingGroup[];
export type CheckedGroup = (typeof checkedGroups)[number];

export const isSettingName = (name: string): name is SettingName =>
  settingNames.includes(name as SettingName);

export const isSecretSetting = (name: SettingName): boolean => secretNames.includes(name);
