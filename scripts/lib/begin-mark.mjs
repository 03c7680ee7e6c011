import fs from 'node:fs';
import path from 'node:path';

/**
 * Writes table, calls, field of each row, service, route and test of a mark that each person sets on a share.
 * @param {string} root @param {string} name a verb such as `pin` @param {string} field what a share is then: `pinned`
 * @returns {string[]} files that are new or changed
 */
export function beginMark(root, name, field) {
  if (![name, field].every((word) => /^[a-z]{2,20}$/.test(word)))
    throw new Error(
      'Name it by a verb and what a share is then, in small letters: npm run feature -- pin pinned',
    );
  const Name = capital(name);
  const made = {
    [`lib/server/services/share/${name}.test.ts`]: test(name, field),
    [`app/api/v2/sec/share/[id]/${name}/route.ts`]: route(name),
  };
  const changed = {
    'prisma/schema.prisma': [
      [/^(model Account \{[\s\S]*?)(\n\n {2}@@)/m, `$1\n  ${`${name}s`.padEnd(14)} ${Name}[]$2`],
      [/^(model Share \{[\s\S]*?)(\n\n {2}@@)/m, `$1\n  ${`${name}s`.padEnd(11)} ${Name}[]$2`],
      [/$/, model(name, Name)],
    ],
    'lib/contract/share/share-marks.ts': [
      [
        /(\n};\nexport type OwnMarks)/,
        `\n  ${field}: z.boolean().describe('The caller chose to ${name} it'),$1`,
      ],
      [/};\n$/, `${calls(name)}};\n`],
    ],
    'lib/server/services/share/marks.ts': [
      [/(\n};\n)/, `\n  ${field}: filter${capital(field)},$1`],
      [
        /\n(import \{ filterUnread)/,
        `\nimport { lockManaged } from '@/lib/server/services/access/share';\n$1`,
      ],
      [/$/, service(name, field)],
    ],
  };
  const there = Object.keys(made).filter((file) => fs.existsSync(path.join(root, file)));
  if (there.length > 0) throw new Error(`There is ${there.join(', ')} already.`);
  for (const [file, text] of Object.entries(made)) {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), text);
  }
  for (const [file, changes] of Object.entries(changed)) {
    const at = path.join(root, file);
    const text = changes.reduce((all, [from, to]) => all.replace(from, to), fs.readFileSync(at, 'utf8'));
    fs.writeFileSync(at, text);
  }
  return [...Object.keys(changed), ...Object.keys(made)];
}

const capital = (name) => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;

const model = (name, Name) => `
/// Whoever has chosen to ${name} a share. Nobody else is told.
/// @export no: a mark on a share that is there
model ${Name} {
  account   Account @relation(fields: [accountId], references: [id], onDelete: Cascade)
  accountId String
  share     Share   @relation(fields: [shareId], references: [id], onDelete: Cascade)
  shareId   String

  @@id([accountId, shareId])
  @@index([shareId])
}
`;

const call = (key, name, method, sentence) => `  ${key}: endpoint({
    method: '${method}',
    path: '/api/v2/sec/share/{id}/${name}',
    access: 'user',
    summary: '${sentence}',
    who: 'managers',
    params,
    answer: Result,
    says: 'share.saved',
    errors: ['share.notFound'],
  }),
`;
const calls = (name) =>
  call(name, name, 'POST', `Note that the caller wants to ${name} a share`) +
  call(`un${name}`, name, 'DELETE', `Take back that the caller wants to ${name} a share`);

const route = (name) => `import { share } from '@/lib/contract/share/share';
import { route } from '@/lib/server/http/route';
import { ${name}Share, un${name}Share } from '@/lib/server/services/share/marks';

export const POST = route(share.${name}, ({ ctx, params }) => ${name}Share(ctx, { shareId: params.id }));

export const DELETE = route(share.un${name}, ({ ctx, params }) => un${name}Share(ctx, { shareId: params.id }));
`;

const service = (name, field) => `
/** @throws share.notFound */
export async function ${name}Share({ db, viewer }: UserContext, { shareId }: { shareId: string }): Promise<void> {
  const mark = { accountId: viewer.id, shareId };
  await db.$transaction(async (tx) => {
    await lockManaged(tx, viewer, shareId, { mayBeBlocked: true });
    await tx.${name}.upsert({ where: { accountId_shareId: mark }, create: mark, update: {} });
  });
}

/** @throws share.notFound */
export async function un${name}Share({ db, viewer }: UserContext, { shareId }: { shareId: string }): Promise<void> {
  await db.$transaction(async (tx) => {
    await lockManaged(tx, viewer, shareId, { mayBeBlocked: true });
    await tx.${name}.deleteMany({ where: { accountId: viewer.id, shareId } });
  });
}

async function filter${capital(field)}({ db, viewer }: UserContext, ids: string[]): Promise<Set<string>> {
  const rows = await db.${name}.findMany({ where: { accountId: viewer.id, shareId: { in: ids } } });
  return new Set(rows.map(({ shareId }) => shareId));
}
`;

const test = (name, field) => `import { expect, test } from 'vitest';
import type { UserContext } from '@/lib/server/context';
import { draftShare, ownAlias, userContext } from '@/testing/service/context';
import { ${name}Share, un${name}Share } from './marks';
import { searchShares } from './search';

const ${field}Of = async (ctx: UserContext) =>
  (await searchShares(ctx, { q: '', page: 1, pageSize: 100 })).items.map(({ ${field} }) => ${field});

test('who may see a share can ${name} it and take that back, once and for themselves alone', async () => {
  const [owner, member] = [await userContext(), await userContext()];
  const { id: shareId } = await draftShare(owner);
  const { id: aliasId } = await ownAlias(owner, { members: [member.viewer.id] });
  await owner.db.share.update({ where: { id: shareId }, data: { aliasId } });
  await Promise.all([${name}Share(member, { shareId }), ${name}Share(member, { shareId })]);
  expect([await ${field}Of(member), await ${field}Of(owner)]).toEqual([[true], [false]]);
  await un${name}Share(member, { shareId });
  expect(await ${field}Of(member)).toEqual([false]);
});
`;
