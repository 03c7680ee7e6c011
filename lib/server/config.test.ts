import { parseArgs } from 'node:util';
import { expect, test } from 'vitest';
import { operatorMessage, parseConfig } from './config';

const day = 24 * 3_600_000;
const parsing = (env: Record<string, string>) => () => parseConfig(env as NodeJS.ProcessEnv);

test('with nothing set everything has its default', () => {
  expect(parseConfig({} as NodeJS.ProcessEnv)).toMatchObject({
    HOST: '127.0.0.1',
    PORT: 3000,
    BASE_URL: 'http://localhost:3000',
    MAX_SIZE: 1_610_612_736,
    SESSION_VALID: 480_000,
    RETRY_DELAYS: [0, 3000, 6000, 12000, 24000, 48000],
    FOOTER_VISIBLE: true,
  });
});

test('an empty variable counts as unset', () => {
  expect(parseConfig({ PORT: '', BASE_URL: '' } as unknown as NodeJS.ProcessEnv).PORT).toBe(3000);
});

test('the base URL follows the port and loses a trailing slash', () => {
  expect(parseConfig({ PORT: '81' } as unknown as NodeJS.ProcessEnv).BASE_URL).toBe('http://localhost:81');
  const given = { BASE_URL: 'https://files.example.org/' } as unknown as NodeJS.ProcessEnv;
  expect(parseConfig(given).BASE_URL).toBe('https://files.example.org');
  const foreign = { BASE_URL: 'https://файлы.example.org:443/' } as unknown as NodeJS.ProcessEnv;
  expect(parseConfig(foreign).BASE_URL).toBe('https://xn--80asg7a0b.example.org');
});

test('a ZIP file may hold as much as a share, unless less is set', () => {
  const zipMaxSize = (env: Record<string, string>) => parseConfig(env as NodeJS.ProcessEnv).ZIP_MAX_SIZE;
  expect(zipMaxSize({ MAX_SIZE: '3G' })).toBe(3 * 1024 ** 3);
  expect(zipMaxSize({ MAX_SIZE: '3G', ZIP_MAX_SIZE: '1G' })).toBe(1024 ** 3);
  expect(zipMaxSize({ MAX_SIZE: '3G', ZIP_MAX_SIZE: '4G' })).toBe(3 * 1024 ** 3);
  expect(zipMaxSize({ ZIP_MAX_SIZE: '0' })).toBe(0);
  expect(parsing({ ZIP_MAX_SIZE: 'all' })).toThrow('ZIP_MAX_SIZE is "all" but must be a size');
});

test('the space uploads leave free is a part of the disk or a size', () => {
  const floor = (MIN_FREE_DISK: string) =>
    parseConfig({ MIN_FREE_DISK } as unknown as NodeJS.ProcessEnv).MIN_FREE_DISK;
  expect(floor('')).toEqual({ percent: 5, bytes: 10 * 1024 ** 3 });
  expect(floor('7.5 %')).toEqual({ percent: 7.5, bytes: Number.POSITIVE_INFINITY });
  expect(floor('2G')).toEqual({ percent: 100, bytes: 2 * 1024 ** 3 });
  expect(floor('0')).toEqual({ percent: 100, bytes: 0 });
  expect(parsing({ MIN_FREE_DISK: '100%' })).toThrow(
    'must be a part of the disk such as 5% or a size such as 10G',
  );
});

test.each([
  'MAX_SIZE',
  'CHUNK_SIZE',
  'MAX_ALIAS_BYTES',
  'MAX_VALIDITY',
  'DEFAULT_VALIDITY',
  'UPLOAD_TTL',
  'INVITE_VALIDITY',
  'SESSION_VALID',
  'AUTH_RENEWAL',
  'CLEANUP_INTERVAL',
])('%s of nothing is refused', (name) => {
  expect(parsing({ [name]: '0' })).toThrow(`${name} is "0" but must be`);
});

test('the first admin can sign in as is set', () => {
  expect(parsing({ ADMIN_LOGIN: 'Max Müller' })).toThrow('ADMIN_LOGIN is "Max Müller" but must be');
  expect(() => parsing({ ADMIN_LOGIN: 'Max.Mueller' })()).not.toThrow();
  expect(parsing({ ADMIN_PASSWORD: '1234567' })).toThrow('ADMIN_PASSWORD must have 8 to 1024 bytes');
  expect(() => parsing({ ADMIN_PASSWORD: '12345678' })()).not.toThrow();
});

test('a wrong value is refused with its name, itself and what is allowed', () => {
  expect(parsing({ MAX_SIZE: 'huge' })).toThrow(
    'MAX_SIZE is "huge" but must be a size such as 512K, 10M or 1.5G.',
  );
  expect(parsing({ PORT: '99999' })).toThrow('PORT is "99999" but must be a port number.');
  expect(parsing({ FOOTER_VISIBLE: 'yes' })).toThrow('FOOTER_VISIBLE is "yes" but must be true or false.');
  expect(parsing({ SIGNUP_MODE: 'maybe' })).toThrow(
    'SIGNUP_MODE is "maybe" but must be closed, invite or open.',
  );
  for (const url of ['javascript:alert(1)', 'ftp://x', 'example.org'])
    expect(parsing({ PROJECT_URL: url })).toThrow(/PROJECT_URL.* must be an http or https URL/);
  expect(parsing({ BASE_URL: 'https://*.example.org' })).toThrow(/BASE_URL.* must be an http or https URL/);
  expect(parsing({ BASE_URL: 'ftp://x' })).toThrow(/BASE_URL.* must be an http or https URL/);
  expect(parsing({ BASE_URL: 'ftp://x' })).toThrow('There is something wrong with this url: ftp://x');
  expect(parsing({ BASE_URL: 'ftp://me:hush@x' })).toThrow(/^(?![\s\S]*hush)/);
});

test('quotes that Docker kept are named as what is wrong', () => {
  expect(parsing({ MAX_SIZE: '"2G"' })).toThrow(/MAX_SIZE is ""2G"" .* quotes around its value count here/);
  expect(parsing({ SMTP_URL: `'smtp://x:hush@y'` })).toThrow(
    /^(?![\s\S]*hush)[\s\S]*SMTP_URL.* quotes around/,
  );
});

test('a duration of centuries ends within the dates that there are', () => {
  const { MAX_VALIDITY } = parseConfig({ MAX_VALIDITY: '99999999 days' } as unknown as NodeJS.ProcessEnv);
  expect(new Date(Date.now() + MAX_VALIDITY).getUTCFullYear()).toBeLessThan(9999);
});

test('the mail server is a URL, and the sender of mails one address with or without a name', () => {
  expect(parsing({ SMTP_URL: 'mail.example.org:25' })).toThrow('SMTP_URL must be a URL such as smtps://');
  expect(parsing({ SMTP_URL: 'https://me:hush@x' })).toThrow(/^(?![\s\S]*hush)[\s\S]*SMTP_URL must be/);
  expect(parsing({ MAIL_FROM: 'Slipway' })).toThrow('MAIL_FROM is "Slipway" but must be an address such as');
  expect(parsing({ MAIL_FROM: 'a@x.org, b@x.org' })).toThrow('MAIL_FROM is "a@x.org, b@x.org" but must be');
  expect(parsing({ MAIL_LIST_ID: 'x\r\nBcc: eve@x.org' })).toThrow('must be a line of plain letters');
  const { MAIL_FROM } = parseConfig({ MAIL_FROM: 'Our files <a@x.org>' } as unknown as NodeJS.ProcessEnv);
  expect(MAIL_FROM).toEqual({ name: 'Our files', address: 'a@x.org' });
});

test('a bucket needs its name and keys, and what stays secret is not shown', () => {
  const bucket = { STORAGE: 's3', S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'hush' };
  expect(parseConfig(bucket as unknown as NodeJS.ProcessEnv)).toMatchObject({
    STORAGE: 's3',
    S3_REGION: 'us-east-1',
    S3_FORCE_PATH_STYLE: true,
    S3_PRESIGNED_DOWNLOADS: false,
  });
  expect(parsing({ STORAGE: 's3', S3_BUCKET: 'files' })).toThrow(
    'STORAGE is "s3" and needs S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY as well.',
  );
  expect(parsing({ STORAGE: 'tape' })).toThrow('STORAGE is "tape" but must be disk or s3.');
  expect(parsing({ ...bucket, S3_ENDPOINT: 's3.example.org' })).toThrow(
    'S3_ENDPOINT is "s3.example.org" but must be',
  );
  expect(parsing({ ...bucket, S3_PREFIX: '../x' })).toThrow(
    'S3_PREFIX is "../x" but must be a folder’s name',
  );
  expect(parsing({ S3_PRESIGNED_DOWNLOADS: 'true' })).toThrow('needs STORAGE to be s3');
});

test('all wrong values are named at once', () => {
  expect(parsing({ PORT: 'x', MAX_SIZE: 'y' })).toThrow(/PORT[\s\S]*MAX_SIZE/);
});

test('secrets are not repeated in complaints', () => {
  expect(parsing({ AUTH_SECRET: 'short-secret' })).toThrow(/^(?![\s\S]*short-secret)[\s\S]*AUTH_SECRET/);
  expect(parsing({ DATABASE_URL: 'mysql://u:pw@h/d' })).toThrow(/^(?![\s\S]*:pw@)[\s\S]*DATABASE_URL/);
});

test('values that contradict each other are refused', () => {
  expect(parsing({ AUTH_RENEWAL: '10 minutes' })).toThrow(
    'AUTH_RENEWAL is "10 minutes", but SESSION_VALID (8 minutes) must be at least 30 seconds longer',
  );
  expect(parsing({ MAX_VALIDITY: '1 day', DEFAULT_VALIDITY: '2 days' })).toThrow(
    'DEFAULT_VALIDITY is "2 days" but must not be longer than MAX_VALIDITY (1 day).',
  );
});

test.each([
  [{ MAX_VALIDITY: '5 days' }, { DEFAULT_VALIDITY: 2 * day }],
  [{ MAX_VALIDITY: '1 day' }, { DEFAULT_VALIDITY: day }],
  [{ MAX_VALIDITY: '30 days' }, { DEFAULT_VALIDITY: 7 * day }],
  [{ SESSION_VALID: '4 minutes' }, { AUTH_RENEWAL: 120_000 }],
])('of %j nothing that nobody has set stops the start', (env, fitting) => {
  expect(parseConfig(env as unknown as NodeJS.ProcessEnv)).toMatchObject(fitting);
});

test('a mistyped option of a command is said in a sentence, a failure of ours with its trace', () => {
  const mistyped = () => parseArgs({ args: ['--form', 'x'], options: { from: { type: 'string' } } });
  expect(messageOf(mistyped)).toMatch(/^Unknown option '--form'/);
  expect(messageOf(mistyped)).not.toContain('    at ');
  const failing = () => {
    throw new TypeError('ours');
  };
  expect(messageOf(failing)).toContain('    at ');
});

test.each([
  ['the system', { code: 'ENOSPC' }],
  ['a quota', { code: 'EDQUOT' }],
  ['PostgreSQL', { code: '53100' }],
  [
    'PostgreSQL, in a migration',
    { cause: Object.assign(new Error('could not extend file'), { code: '53100' }) },
  ],
])('a disk that is full according to %s is said in a sentence', (_, properties) => {
  const failing = () => {
    throw Object.assign(new Error('could not extend file'), properties);
  };
  expect(messageOf(failing)).toBe(
    'The disk is full: could not extend file. What was saved is kept: make room, and run the same again.',
  );
});

test.each(['EACCES', 'EPERM', 'EROFS'])(
  'a path that this account may not use (%s) is named in a sentence',
  (code) => {
    const failing = () => {
      throw Object.assign(new Error(`${code}, open '/old/store.db'`), { code, path: '/old/store.db' });
    };
    expect(messageOf(failing)).toBe(
      `This account may not use /old/store.db: ${code}, open '/old/store.db'. Run this as the account that may, or change its owner.`,
    );
  },
);

function messageOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return operatorMessage(error);
  }
  return 'nothing was thrown';
}
