/**
 * Development data of a small office with every state of every object. Times are days before now; negative
 * ones are in the future. Passwords are the login three times: `ada-ada-ada`.
 */

export const accounts: StoryAccount[] = [
  { login: 'ada', admin: true, email: 'ada@example.org', logins: 128 },
  {
    login: 'grace',
    email: 'grace@example.org',
    language: 'de',
    timezone: 'Europe/Berlin',
    theme: 'dark',
    logins: 12,
  },
  { login: 'yukihiro', email: 'yukihiro@example.jp', timezone: 'Asia/Tokyo', autoPublish: true, logins: 3 },
  { login: 'linus', state: 'Disabled', logins: 44 },
  {
    login: 'katherine',
    source: 'oauth:corp',
    subject: 'corp|1918',
    email: 'katherine@example.com',
    logins: 7,
  },
  { login: 'margaret', source: 'extern', subject: 'margaret', logins: 1 },
  { login: 'never.signed.in', logins: 0 },
];

export const aliases: StoryAlias[] = [
  { id: 'applications', owner: 'ada', name: 'Job applications', members: ['grace', 'yukihiro'] },
  { id: 'scans-office-2', owner: 'grace', name: 'Eingescannte Belege', members: ['ada'] },
  { id: 'old-inbox', owner: 'ada', name: 'Old inbox', enabled: false },
];

export const invites: StoryInvite[] = [
  { key: 'invite-for-the-new-colleague', label: 'New colleague', daysLeft: 7 },
  { key: 'invite-nobody-used', label: null, daysLeft: -2 },
];

export type StoryAccount = {
  login: string;
  logins: number;
  admin?: boolean;
  state?: 'Disabled';
  source?: string;
  subject?: string;
  email?: string;
  language?: string;
  timezone?: string;
  theme?: string;
  autoPublish?: boolean;
};
export type StoryAlias = { id: string; owner: string; name: string; enabled?: boolean; members?: string[] };
export type StoryInvite = { key: string; label: string | null; daysLeft: number };
