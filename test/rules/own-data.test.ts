import fs from 'node:fs';
import { expect, test } from 'vitest';

const schema = fs.readFileSync('prisma/schema.prisma', 'utf8');
const models = [...schema.matchAll(/((?:^\/\/\/.*\n)*)^model (\w+) \{([\s\S]*?)^\}/gm)].map(
  ([, comment = '', name = '', fields = '']) => ({
    name,
    isPersonal: /^\s+\w+\s+Account\??\s+@relation/m.test(fields),
    isLeftOut: /^\/\/\/ @export no: \S/m.test(comment),
  }),
);
const personal = models.filter(({ isPersonal }) => isPersonal);

test('each table that belongs to an account is in the export of own data', () => {
  const contents = fs.readFileSync('lib/server/services/own-data/contents.ts', 'utf8');
  expect(personal.length).toBeGreaterThan(10);
  const isExported = (name: string) => new RegExp(`\\b${name}(s|es)?\\b`, 'i').test(contents);
  const missing = personal.filter(({ name, isLeftOut }) => !isLeftOut && !isExported(name));
  expect(
    missing.map(({ name }) => name),
    'Add it to services/own-data/contents.ts, or say in the schema why not: `/// @export no: reason`.',
  ).toEqual([]);
});

test('only tables of an account say why they aren’t exported', () => {
  expect(models.filter(({ isPersonal, isLeftOut }) => isLeftOut && !isPersonal)).toEqual([]);
});
