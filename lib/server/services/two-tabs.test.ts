import { expect, test } from 'vitest';
import { account } from '@/lib/contract/account/account';
import { AliasForm } from '@/lib/contract/alias/alias-form';
import { AppError } from '@/lib/contract/errors';
import type { UserContext } from '@/lib/server/context';
import { draftShare, inNewSession, ownAlias, userContext } from '@/testing/service/context';
import { modifyAccount } from './account/modify';
import { getAccount } from './account/search';
import { getForm, saveForm } from './alias/form';
import { modifyAlias } from './alias/save';
import { getAlias } from './alias/search';
import { getEmail, setEmail } from './settings/email';
import { getShare } from './share/detail';
import { clearLinkWords, setLinkWords } from './share/link-words';
import { setShareField } from './share/set-field';
import { labelInvite } from './signup/invites';

/** A text that two tabs edit: `save` changes what was read, `read` returns the stored text. */
type EditableText = {
  first: string;
  save: (text: string, was?: string | null) => Promise<unknown>;
  read: () => Promise<string | null | undefined>;
};

const shareField = (field: 'name' | 'description') => async (ctx: UserContext) => {
  const { id: shareId } = await draftShare(ctx);
  const save = (text: string, was?: string | null) =>
    setShareField(ctx, shareId, field === 'name' ? { name: text } : { description: text }, { was });
  await save('First');
  const read = async () => {
    const { name, descriptionRaw } = await getShare(ctx, { shareId });
    return field === 'name' ? name : descriptionRaw;
  };
  return { first: 'First', save, read };
};

const ways: Record<string, (ctx: UserContext) => Promise<EditableText>> = {
  'the name of a share': shareField('name'),
  'the note of a share': shareField('description'),
  'the words in a link': async (ctx) => {
    const { id: shareId } = await draftShare(ctx);
    const own = (words: string) => `${words.toLowerCase()}-${ctx.viewer.login}`;
    const first = own('First');
    const save = (text: string, was?: string | null) =>
      text === ''
        ? clearLinkWords(ctx, { shareId, was })
        : setLinkWords(ctx, { shareId, words: text, mayBeGuessed: true, was });
    await save(first);
    return { first, save, read: async () => (await getShare(ctx, { shareId })).link };
  },
  'an e-mail address': async (person) => {
    const ctx = await inNewSession(person, { isProgram: true });
    const save = (email: string, was?: string | null) => setEmail(ctx, { email: email || null, was });
    await save('first');
    return { first: 'first', save, read: async () => (await getEmail(ctx)).email };
  },
  'the label of an invite': async (ctx) => {
    const id = ctx.newId();
    const expiresAt = new Date(ctx.now.getTime() + 60_000);
    await ctx.db.invite.create({ data: { id, keyHash: id, keyStart: 'x', label: 'First', expiresAt } });
    const read = async () => (await ctx.db.invite.findUniqueOrThrow({ where: { id } })).label;
    return { first: 'First', save: (label, was) => labelInvite(ctx, { id, label, was }), read };
  },
  'the name of an alias': async (ctx) => {
    const { id: aliasId } = await ownAlias(ctx, { name: 'First' });
    const rest = { id: null, validity: 60_000, enabled: true, members: [] };
    const save = (name: string, was?: string | null) =>
      modifyAlias(ctx, { ...rest, aliasId, name, was: was === undefined ? null : { name: was } });
    return { first: 'First', save, read: async () => (await getAlias(ctx, { aliasId })).name };
  },
  'the introduction of an inbox': async (ctx) => {
    const { id: aliasId } = await ownAlias(ctx);
    const save = (intro: string, was?: string | null) => {
      const read = was === undefined ? null : { ...AliasForm.parse({ intro: was }) };
      return saveForm(ctx, { ...AliasForm.parse({ intro }), aliasId, was: read });
    };
    await save('First');
    return { first: 'First', save, read: async () => (await getForm(ctx, { aliasId })).form?.intro };
  },
  'the address of an account': async (ctx) => {
    const { viewer } = await userContext();
    const save = (email: string, was?: string | null) => {
      const body = { state: 'Active', admin: false, email, was: was === undefined ? null : { email: was } };
      return modifyAccount(ctx, { ...account.modify.body.parse(body), accountId: viewer.id });
    };
    await save('first@example.org');
    const read = async () => (await getAccount(ctx, { accountId: viewer.id })).email;
    return { first: 'first@example.org', save, read };
  },
};

test.each(Object.entries(ways))(
  '%s: what two tabs make of it is never lost without a word',
  async (_, way) => {
    const ctx = await userContext({ admin: true });
    const { first, save, read } = await way(ctx);
    const [second, third] = [first.replace(/first/i, 'second'), first.replace(/first/i, 'third')];
    await save(second, first);
    const refusal: unknown = await save(third, first).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'request.changed' });
    expect(refusal instanceof AppError && JSON.stringify(refusal.answer.now)).toContain(second);
    expect(await read()).toBe(second);
    await save(third, second);
    expect(await read()).toBe(third);
    await save(second);
    expect(await read()).toBe(second);
  },
);

test('two who change different fields of a form both have their way, as long as that is right together', async () => {
  const ctx = await userContext();
  const { id: aliasId } = await ownAlias(ctx);
  const read = AliasForm.parse({ opensAt: 1_000, closesAt: 3_000, questions: [] });
  const { logo: _, ...was } = read;
  const save = (part: object) => saveForm(ctx, { ...AliasForm.parse({ ...read, ...part }), aliasId, was });
  await saveForm(ctx, { ...read, aliasId });
  await save({ intro: 'Bring two' });
  await save({ questions: [{ id: 'q1', label: 'Which?', kind: 'text' }] });
  expect((await getForm(ctx, { aliasId })).form).toMatchObject({
    intro: 'Bring two',
    questions: [{ label: 'Which?' }],
  });
  await save({ opensAt: 2_500 });
  await expect(save({ closesAt: 2_000 })).rejects.toMatchObject({ issues: [{ path: ['closesAt'] }] });
});
