import { PrismaPg } from '@prisma/adapter-pg';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { AppError } from '@/lib/contract/errors';
import { MaxViews, Name, SharePassword } from '@/lib/contract/fields';
import { PrismaClient } from '@/lib/server/db/generated/client';
import { refusalOf } from './refusal';

const request = (headers: Record<string, string> = {}) => ({
  method: 'POST',
  url: '/api/v2/sec/x?y=1',
  headers: new Headers(headers),
});

const refused = (schema: z.ZodType, value: unknown) => {
  const { error } = z.object({ field: schema }).safeParse({ field: value });
  return refusalOf(error, request());
};

test('a wrong field is named with the reason', () => {
  const cases: [z.ZodType, unknown, string][] = [
    [MaxViews, 0, 'field: must be at least 1.'],
    [MaxViews, 2 ** 31, 'field: must be at most 2147483647.'],
    [MaxViews, '5', 'field: has the wrong type.'],
    [MaxViews, 1.5, 'field: has the wrong type.'],
    [MaxViews, undefined, 'field: is missing.'],
    [Name, 'x'.repeat(256), 'field: must have at most 255 characters.'],
    [Name, 'a\0b', 'field: contains characters that can’t be stored.'],
    [Name, '\ud800', 'field: contains characters that can’t be stored.'],
    [SharePassword, '', 'field: must have at least 1 character.'],
    [SharePassword, 'ä'.repeat(513), 'field: must have at most 1024 bytes.'],
  ];
  for (const [schema, value, message] of cases) {
    const { status, body } = refused(schema, value);
    expect({ status, code: body.code, message: body.message.replaceAll("'", '’') }).toEqual({
      status: 400,
      code: 'request.invalid',
      message,
    });
  }
});

test.each([
  ['password', 'Please enter the password.'],
  ['oldPassword', 'Please enter your current password.'],
])('who leaves %s empty is asked for it as a person', (field, message) => {
  const error = new AppError('request.invalid', { field, reason: 'missing' });
  expect(refusalOf(error, request()).body).toMatchObject({ code: 'request.invalid', message });
});

test('refusals speak the caller’s language', () => {
  const say = (headers: Record<string, string>) =>
    refusalOf(new AppError('auth.required'), request(headers)).body.message;
  const german = say({ 'accept-language': 'de-DE,de;q=0.9,en;q=0.8' });
  expect(german).not.toBe(say({}));
  expect(say({ 'accept-language': 'xx' })).toBe(say({}));
  expect(say({ cookie: 'slipway_language=de', 'accept-language': 'en' })).toBe(german);
});

test('programs hear that their access token is not valid, people that they should sign in', () => {
  const say = (headers: Record<string, string>) =>
    refusalOf(new AppError('auth.required'), request(headers)).body.message;
  const invalid = 'This access token is not valid: revoked, expired or mistyped.';
  expect(say({ authorization: 'Bearer slw_x' })).toBe(invalid);
  expect(say({ 'sharry-auth': 'slw_x' })).toBe(invalid);
  for (const headers of [{}, { authorization: 'Bearer of.a.proxy' }, { cookie: 'sharry_auth=slw_x' }])
    expect(say(headers)).toBe('Please sign in.');
});

test('a size in a refusal is written as the caller’s language writes it', () => {
  const tooLarge = new AppError('upload.tooLarge', { size: { bytes: 1.5 * 1024 ** 3 } });
  const said = (language: string) =>
    refusalOf(tooLarge, request({ 'accept-language': language })).body.message;
  expect(said('de')).toContain('1,50G');
  expect(said('en')).toContain('1.50G');
});

test('an unforeseen error is 500 and reveals nothing', () => {
  const { status, body } = refusalOf(new Error('password is hunter2'), request());
  expect(status).toBe(500);
  expect(JSON.stringify(body)).not.toContain('hunter2');
});

test('a database that is not there is 503 and worth another try', async () => {
  const adapter = new PrismaPg({ connectionString: 'postgresql://x@127.0.0.1:9/none' });
  const error = await new PrismaClient({ adapter }).account.count().catch((reason: unknown) => reason);
  const { status, headers, body } = refusalOf(error, request());
  expect({ status, code: body.code, retry: headers['retry-after'] }).toEqual({
    status: 503,
    code: 'server.unavailable',
    retry: '5',
  });
});
