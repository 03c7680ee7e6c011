import fs from 'node:fs';
import { expect, test } from 'vitest';

/** Tables of a person that the export doesn't name, with the reason. */
const exceptions: Record<string, string> = {
  SignInChallenge: 'lives for minutes',
  KnownClient: 'hashes only',
  AccountCode: 'hashes only',
  DeviceRequest: 'lives for minutes; what it lets in is a token',
  Unread: 'a mark on a delivery that is there',
  DataExport: 'the export itself',
  Notice: 'mails that wait to be sent',
  AliasMember: 'exported as the memberships of the account',
};

test('each table that belongs to an account is in the export of own data', () => {
  const schema = fs.readFileSync('prisma/schema.prisma', 'utf8');
  const contents = fs.readFileSync('lib/server/services/own-data/contents.ts', 'utf8');
  const models = [...schema.matchAll(/^model (\w+) \{([\s\S]*?)^\}/gm)];
  const personal = models
    .filter(([, , fields = '']) => /^\s+\w+\s+Account\??\s+@relation/m.test(fields))
    .map(([, name = '']) => name);
  expect(personal.length).toBeGreaterThan(10);
  const isExported = (name: string) => new RegExp(`\\b${name}(s|es)?\\b`, 'i').test(contents);
  const missing = personal.filter((name) => !isExported(name) && !(name in exceptions));
  expect(missing, 'Add it to services/own-data/contents.ts, or say here why not.').toEqual([]);
});
