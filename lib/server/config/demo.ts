import { demoAccount } from '@/lib/domain/demo';
import { flag } from './kinds';

export const demoVariables = {
  DEMO: flag('false').describe(
    'Make this server a [demo](demo.md): everything is deleted every full hour, limits are small, and no email, webhook or directory is used. It starts only with an empty database.',
  ),
};

/** Settings that a demo has, whatever else is set. Undefined ones are off. */
const preset: Record<string, string | undefined> = {
  SIGNUP_MODE: 'closed',
  SMTP_URL: undefined,
  MAIL_FROM: undefined,
  ABUSE_MAIL: undefined,
  WEBHOOK_HOSTS: undefined,
  LDAP_URL: undefined,
  OAUTH_PROVIDERS: undefined,
  PROXY_AUTH: undefined,
  HIDE_LOGIN_FORM: undefined,
  UPDATE_CHECK: undefined,
  SECOND_FACTOR: 'off',
  ACTIVITY_ADDRESSES: 'off',
  MAX_SIZE: '50M',
  ACCOUNT_MAX_SIZE: '500M',
  ACCOUNT_MAX_FILES: '1000',
  MAX_ALIAS_BYTES: '500M',
  MAX_VALIDITY: '1 hour',
  DEFAULT_VALIDITY: '1 hour',
  UPLOAD_TTL: '5 minutes',
  CLEANUP_GRACE: '0 seconds',
  ANNOUNCEMENT_KIND: 'warning',
  ANNOUNCEMENT_FROM: undefined,
  ANNOUNCEMENT_UNTIL: undefined,
  ANNOUNCEMENT:
    'This is a demo. Everything is deleted **every full hour**, and everybody shares one account: upload nothing private.',
  WELCOME_MESSAGE: `Sign in as **${demoAccount.login}** with the password **${demoAccount.password}**.`,
};

export const withDemo = (given: Record<string, string | undefined>): Record<string, string | undefined> =>
  isDemo(given) ? { ...given, ...preset } : given;

export const isDemo = ({ DEMO = '' }: Record<string, string | undefined>): boolean =>
  demoVariables.DEMO.safeParse(DEMO).data === true;
