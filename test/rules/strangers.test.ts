import { expect, test } from 'vitest';
import type * as z from 'zod';
import { Seeded } from '@/lib/client/seeded';
import { AuthResult } from '@/lib/contract/auth';
import { byteCalls } from '@/lib/contract/byte-calls/byte-calls';
import { DirectParts, DirectState } from '@/lib/contract/byte-calls/direct';
import { IdResult, Result } from '@/lib/contract/fields';
import { endpoints } from '@/lib/contract/index';
import { sampleOf } from '@/testing/sample';

type Schema = z.core.$ZodTypes;

function partsOf(schema: z.core.$ZodType): Schema[] {
  const { def } = (schema as Schema)._zod;
  const inner =
    def.type === 'object'
      ? Object.values(def.shape)
      : def.type === 'array'
        ? [def.element]
        : 'innerType' in def
          ? [def.innerType]
          : [];
  return [schema as Schema, ...inner.flatMap(partsOf)];
}

const answers = [
  ...endpoints.map(({ method, path, access, answer }) => ({ call: `${method} ${path}`, access, answer })),
  ...byteCalls.flatMap(({ method, path, access, answers }) =>
    answers.flatMap(({ json }) => (json ? [{ call: `${method} ${path}`, access, answer: json }] : [])),
  ),
];
const isForStrangers = ({ access }: { access: string }) => access === 'open' || access === 'alias';

const ofEverybody: unknown[] = [Result, IdResult, AuthResult, DirectState, ...partsOf(DirectParts)];
const ofOwners = new Set<unknown>(
  answers.filter((one) => !isForStrangers(one)).flatMap(({ answer }) => partsOf(answer)),
);

const forStrangers = answers.filter(isForStrangers).map(({ call, answer }) => [call, answer] as const);

test.each(forStrangers)('%s has a schema of its own: a new field of owners is not in it', (_, answer) => {
  const shared = partsOf(answer).filter(
    (part) => part._zod.def.type === 'object' && ofOwners.has(part) && !ofEverybody.includes(part),
  );
  expect(shared.map(({ _zod }) => Object.keys('shape' in _zod.def ? _zod.def.shape : {}))).toEqual([]);
});

const listing = ['object', 'array', 'nullable', 'optional', 'default', 'string', 'number', 'boolean'];
const fixed = ['enum', 'literal', 'null'];

test.each(forStrangers)('%s lists what it has: nothing in it takes any field or any value', (_, answer) => {
  const loose = partsOf(answer).filter(
    ({ _zod: { def } }) =>
      ![...listing, ...fixed].includes(def.type) || (def.type === 'object' && def.catchall !== undefined),
  );
  expect(loose.map(({ _zod }) => _zod.def.type)).toEqual([]);
});

const calls = endpoints.filter(isForStrangers).map((endpoint) => [endpoint.path, endpoint] as const);

test.each(calls)(
  'a page that is seeded with %s hands on no column that its contract does not list',
  (_, call) => {
    const answer = sampleOf(call.answer, { ownerEmail: 'planted@example.org' }) as z.output<
      typeof call.answer
    >;
    const { props } = Seeded({ call, input: {}, answer, children: null });
    expect(JSON.stringify(props)).toContain('queryKey');
    expect(JSON.stringify(props)).not.toContain('planted');
  },
);
