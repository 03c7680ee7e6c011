import { expect, test } from 'vitest';
import { unknownNames } from './unknown-names';
import { variables } from './variables';

const inEnvironment = (name: string) => unknownNames({ [name]: '1' } as unknown as NodeJS.ProcessEnv, []);
const inFile = (name: string) => unknownNames({ [name]: '1' } as unknown as NodeJS.ProcessEnv, [name]);

test.each([
  ['MAXSIZE', 'MAX_SIZE'],
  ['BASEURL', 'BASE_URL'],
  ['max_size', 'MAX_SIZE'],
  ['BASE-URL', 'BASE_URL'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['TRUSTED_PROXYS', undefined],
  ['TRUSTED_PROXIE', 'TRUSTED_PROXIES'],
  ['MAX_VALDIITY', 'MAX_VALIDITY'],
  ['SMTP_FROM', 'MAIL_FROM'],
  ['EMAIL_FROM', 'MAIL_FROM'],
  ['S3_ACCESS_KEY', 'S3_ACCESS_KEY_ID'],
  ['S3_PATHSTYLE', undefined],
])('%s, which nobody reads, is named at the start', (name, meant) => {
  const said = `${name} is no setting and is ignored.${meant ? ` Did you mean ${meant}?` : ''}`;
  expect(inFile(name)).toEqual([said]);
  if (meant || name.startsWith('S3_')) expect(inEnvironment(name)).toEqual([said]);
});

test('an unknown name in .env is named, whatever it is', () => {
  expect(inFile('COLOUR')).toEqual(['COLOUR is no setting and is ignored.']);
});

test.each([
  ...Object.keys(variables),
  'PATH',
  'HOME',
  'HOSTNAME',
  'LANG',
  'LANGUAGE',
  'LOGNAME',
  'MAIL',
  'TZ',
  'PWD',
  'USER',
  'SHELL',
  'TERM',
  'BASH_ENV',
  'NODE_ENV',
  'NODE_OPTIONS',
  'NODE_EXTRA_CA_CERTS',
  'NEXT_TELEMETRY_DISABLED',
  'SLIPWAY_ROOT',
  'HTTPS_PROXY',
  'SESSION_MANAGER',
  'APP_HOME',
  'SECRET',
  'npm_config_cache',
  'INVOCATION_ID',
  'JOURNAL_STREAM',
])('%s in the environment is nothing to speak of', (name) => {
  expect(inEnvironment(name)).toEqual([]);
});

test('variables that compose files read beside ours are not reported', () => {
  for (const name of ['POSTGRES_PASSWORD', 'COMPOSE_PROJECT_NAME', 'COMMIT', 'S3_KEY', 'S3_SECRET', 'TZ'])
    expect(inFile(name)).toEqual([]);
});
