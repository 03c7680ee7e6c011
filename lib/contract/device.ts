import * as z from 'zod';
import { because, Millis, Result, Text, TypedCode } from '@/lib/contract/fields';
import { oneLine } from '@/lib/domain/pasted/plain-text';
import { endpoint } from './http/endpoint';
import { scopes } from './http/scope';

const DeviceCode = Text.max(200).describe('Only the program knows it');
const UserCode = TypedCode.describe('What the person reads in the program, with or without the sign between');
const ProgramName = Text.max(100).refine((name) => oneLine(name) !== '', because('blank'));

/** Sign-in of a program without a browser, by the steps of RFC 8628. */
export const device = {
  ask: endpoint({
    method: 'POST',
    path: '/api/v2/open/auth/device',
    access: 'open',
    summary: 'Ask for an access token, which a person then allows in a browser (RFC 8628)',
    body: z.object({
      name: ProgramName.describe('What asks, and where, as the person is shown it'),
      scopes: z.array(z.enum(scopes)).min(1).max(scopes.length),
    }),
    answer: z.object({
      deviceCode: DeviceCode,
      userCode: UserCode,
      verificationUri: z.string().describe('The page where the person types the code'),
      verificationUriComplete: z.string().describe('The same with the code in it'),
      expiresInMs: z.int().nonnegative(),
      intervalMs: z.int().nonnegative().describe('How long to wait before each question for the token'),
    }),
    errors: ['limit.attempts'],
  }),
  fetch: endpoint({
    method: 'POST',
    path: '/api/v2/open/auth/device/token',
    access: 'open',
    summary: 'Get that access token, once, as soon as somebody has allowed it',
    example: { refusal: 'device.over' },
    body: z.object({ deviceCode: DeviceCode }),
    answer: Result.extend({ token: z.string().nullable(), user: z.string().describe('The login') }),
    says: 'token.created',
    refused: { token: null, user: '' },
    errors: ['device.pending', 'device.denied', 'device.over', 'token.tooMany', 'limit.attempts'],
  }),
  look: endpoint({
    method: 'POST',
    path: '/api/v2/sec/auth/device/look',
    access: 'user',
    summary: 'What asks for an access token; changes nothing',
    example: { refusal: 'device.over' },
    body: z.object({ userCode: UserCode }),
    answer: z.object({
      name: z.string(),
      scopes: z.array(z.enum(scopes)),
      address: z.string().nullable().describe('From where it asked'),
      asked: Millis,
      until: Millis.describe('When the access token would end'),
    }),
    errors: ['device.over', 'limit.attempts'],
  }),
  decide: endpoint({
    method: 'POST',
    path: '/api/v2/sec/auth/device',
    access: 'user',
    summary: 'Allow or refuse it; only one person may, once',
    example: { refusal: 'device.over' },
    body: z.object({ userCode: UserCode, allow: z.boolean() }),
    answer: Result,
    says: 'settings.saved',
    errors: ['device.over', 'limit.attempts'],
  }),
};
