import { expect, test } from 'vitest';
import { automaticWay } from './automatic-way';

const none = { oauthOnly: false, oauthAutoRedirect: true, oauthConfig: [], proxyOnly: false };
const [idp, hub] = [{ id: 'idp' }, { id: 'hub' }];
const one = { ...none, oauthOnly: true, oauthConfig: [idp] };

test('the only provider is gone to at once, unless the operator or another way in is against it', () => {
  expect(automaticWay(one)).toEqual({ provider: idp });
  expect(automaticWay({ ...one, oauthAutoRedirect: false })).toBeNull();
  expect(automaticWay({ ...one, oauthConfig: [idp, hub] })).toBeNull();
  expect(automaticWay({ ...one, oauthOnly: false })).toBeNull();
  expect(automaticWay(none)).toBeNull();
});

test('a proxy that is the only way in is asked at once', () => {
  expect(automaticWay({ ...none, proxyOnly: true })).toBe('proxy');
});
