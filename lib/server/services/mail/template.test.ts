import { describe, expect, test } from 'vitest';
import { AliasForm } from '@/lib/contract/alias/alias-form';
import type { UserContext } from '@/lib/server/context';
import { type MailLanguage, mailLanguages } from '@/lib/server/mail/languages';
import { saveForm } from '@/lib/server/services/alias/form';
import { publishShare, unpublishShare } from '@/lib/server/services/share/publish';
import { setShareField } from '@/lib/server/services/share/set-field';
import { draftShare, ownAlias, userContext } from '@/testing/service/context';
import { configWith } from '@/testing/service/mail';
import { aliasTemplate, shareTemplate } from './template';

const config = configWith({});
const languages: string[] = [];

async function publishedShare(ctx: UserContext, aliasId: string | null = null) {
  const { id } = await draftShare(ctx);
  await ctx.db.share.update({ where: { id }, data: { aliasId } });
  const { id: linkId } = await publishShare(ctx, { shareId: id, reuseId: true });
  return { id, url: `https://files.example.org/app/open/${linkId}` };
}

const speaks = (ctx: UserContext, language: string | null) =>
  ctx.db.account.update({ where: { id: ctx.viewer.id }, data: { language } });

const firstLines: Record<MailLanguage, string> = {
  en: 'Hello,',
  de: 'Hallo,',
  fr: 'Bonjour,',
  ja: 'こんにちは。',
  cs: 'Dobrý den,',
  es: 'Hola:',
  it: 'Ciao,',
  'pt-BR': 'Olá,',
};

test.each(mailLanguages)(
  'a mail about a share is told in the language of its sender: %s',
  async (language) => {
    const ctx = await userContext({ config });
    const { id, url } = await publishedShare(ctx);
    await speaks(ctx, language);
    const { subject, body } = await shareTemplate(ctx, { id, languages: ['en', 'de'] });
    expect(body.split('\n')[0]).toBe(firstLines[language]);
    expect(body.split('\n')).toContain(url);
    expect(subject).toContain(ctx.viewer.login);
  },
);

test('a mail is in the account’s language, else the browser’s, else the installation’s', async () => {
  const ctx = await userContext({ config: configWith({ DEFAULT_LANGUAGE: 'de' }) });
  const { id } = await ownAlias(ctx);
  const greeting = async (wanted: string[]) =>
    (await aliasTemplate(ctx, { id, languages: wanted })).body.split('\n')[0];
  expect(await greeting(['', 'xx', ' fr-CH;q=0.9'])).toBe('Bonjour,');
  expect(await greeting(['xx'])).toBe('Hallo,');
});

test('the mail about a share says when a password is needed, and never which', async () => {
  const ctx = await userContext({ config });
  const { id } = await publishedShare(ctx);
  expect((await shareTemplate(ctx, { id, languages })).body).not.toContain('password');
  await setShareField(ctx, id, { password: 'regatta' });
  const { body } = await shareTemplate(ctx, { id, languages });
  expect(body).toContain('protected by a password');
  expect(body).not.toContain('regatta');
});

test('the mail about a share says what it is called, unless that takes a password', async () => {
  const ctx = await userContext({ config });
  const { id } = await publishedShare(ctx);
  const lines = async () => (await shareTemplate(ctx, { id, languages })).body.split('\n');
  expect(await lines()).toContain('Plans');
  await setShareField(ctx, id, { password: 'regatta' });
  expect(await lines()).not.toContain('Plans');
});

test('the mail about a share says until when its link opens, and nothing of a link that doesn’t', async () => {
  const ctx = await userContext({ config, now: new Date('2027-03-01T10:00:00Z') });
  const { id } = await publishedShare(ctx);
  const publication = { shareId: id };
  await ctx.db.publication.update({
    where: publication,
    data: { publishUntil: new Date('2027-03-29T10:00Z') },
  });
  await ctx.db.account.update({ where: { id: ctx.viewer.id }, data: { timezone: 'Europe/Berlin' } });
  const body = async (over = {}) => (await shareTemplate({ ...ctx, ...over }, { id, languages })).body;
  expect(await body()).toContain('The link works until 29 March 2027 at 12:00 CEST.');
  await speaks(ctx, 'de');
  expect(await body()).toContain('Der Link funktioniert bis 29. März 2027 um 12:00 MESZ.');
  expect(await body({ now: new Date('2027-03-30T10:00Z') })).not.toContain('März');
});

test('the mail about an alias says until when it takes files', async () => {
  const ctx = await userContext({ config });
  const { id } = await ownAlias(ctx);
  const body = async () => (await aliasTemplate(ctx, { id, languages })).body;
  expect(await body()).not.toContain('until');
  await saveForm(ctx, { ...AliasForm.parse({ closesAt: Date.parse('2099-03-29T10:00Z') }), aliasId: id });
  expect(await body()).toContain('The link is open until 29 March 2099 at 10:00 UTC.');
});

test('the mail about an alias has its upload link', async () => {
  const ctx = await userContext({ config });
  const { id } = await ownAlias(ctx, { id: `team.${ctx.viewer.login}@x` });
  const { subject, body } = await aliasTemplate(ctx, { id, languages });
  expect(body.split('\n')).toContain(`https://files.example.org/app/share/${id}`);
  expect(subject).toBe(`Upload files for ${ctx.viewer.login}`);
});

describe('who gets the words', () => {
  async function world() {
    const [owner, member, stranger, admin] = await Promise.all([
      userContext({ config }),
      userContext({ config }),
      userContext({ config }),
      userContext({ config, admin: true }),
    ]);
    const alias = await ownAlias(owner, { members: [member.viewer.id] });
    return { owner, member, stranger, admin, alias, share: await publishedShare(owner, alias.id) };
  }

  test('about a share: its owner and members of its alias, nobody else', async () => {
    const { owner, member, stranger, admin, share } = await world();
    for (const ctx of [owner, member]) {
      expect((await shareTemplate(ctx, { id: share.id, languages })).body).toContain(share.url);
    }
    for (const ctx of [stranger, admin]) {
      const refusal = shareTemplate(ctx, { id: share.id, languages });
      await expect(refusal).rejects.toMatchObject({ code: 'share.notFound' });
    }
  });

  test('about an alias: its owner and members, nobody else', async () => {
    const { owner, member, stranger, admin, alias } = await world();
    for (const ctx of [owner, member]) {
      expect((await aliasTemplate(ctx, { id: alias.id, languages })).body).toContain(alias.id);
    }
    for (const ctx of [stranger, admin]) {
      const refusal = aliasTemplate(ctx, { id: alias.id, languages });
      await expect(refusal).rejects.toMatchObject({ code: 'alias.notFound' });
    }
  });

  test('a share has a link from its first publishing on, also while it is withdrawn', async () => {
    const ctx = await userContext({ config });
    const { id } = await draftShare(ctx);
    await expect(shareTemplate(ctx, { id, languages })).rejects.toMatchObject({ code: 'share.notFound' });
    await publishShare(ctx, { shareId: id, reuseId: true });
    await unpublishShare(ctx, { shareId: id });
    expect((await shareTemplate(ctx, { id, languages })).body).toContain('/app/open/');
  });

  test('a template that doesn’t exist looks like somebody else’s', async () => {
    const ctx = await userContext({ config });
    await expect(shareTemplate(ctx, { id: 'none', languages })).rejects.toMatchObject({
      code: 'share.notFound',
    });
    await expect(aliasTemplate(ctx, { id: 'none', languages })).rejects.toMatchObject({
      code: 'alias.notFound',
    });
  });
});
