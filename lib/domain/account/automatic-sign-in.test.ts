import { expect, test } from 'vitest';
import { automaticSignIn } from './automatic-sign-in';

const none = { oauthOnly: false, oauthAutoRedirect: true, oauthConfig: [], proxyOnly: false };
const [idp, hub] = [{ id: 'idp' }, { id: 'hub' }];
const one = { ...none, oauthOnly: true, oauthConfig: [idp] };

test('the only provider is gone to at once, unless the operator or another way in is against it', () => {
  expect(automaticSignIn(one)).toEqual({ provider: idp });
  expect(automaticSignIn({ ...one, oauthAutoRedirect: false })).toBeNull();
  expect(automaticSignIn({ ...one, oauthConfig: [idp, hub] })).toBeNull();
  expect(automaticSignIn({ ...one, oauthOnly: false })).toBeNull();
  expect(automaticSignIn(none)).toBeNull();
});

test('a proxy that is the only way in is asked at once', () => {
  expect(automaticSignIn({ ...none, proxyOnly: true })).toBe('proxy');
});
