import sharp from 'sharp';
import { expect, test } from 'vitest';
import { AliasForm } from '@/lib/contract/alias/alias-form';
import { openContext, ownAlias, userContext } from '@/testing/service/context';
import { getForm, removeForm, saveForm } from './form';
import { setInboxPassword } from './inbox-password';
import { inboxLanguage, peekAlias } from './peek';

const picture = (width: number) =>
  sharp({ create: { width, height: width / 2, channels: 3, background: '#0b6e4f' } });

async function inbox() {
  const member = await userContext();
  const owner = await userContext();
  const { id: aliasId } = await ownAlias(owner, { members: [member.viewer.id] });
  const save = (form: object) => saveForm(owner, { ...AliasForm.parse(form), aliasId });
  const seen = async () => (await getForm(member, { aliasId })).form;
  return { owner, member, aliasId, save, seen };
}

test('a logo is kept small, without what its camera wrote, and stays as it is when the form is saved again', async () => {
  const { save, seen, aliasId } = await inbox();
  const exif = { IFD0: { Copyright: 'Ada at 52.5200, 13.4050' } };
  const photo = await picture(1000).withExif(exif).jpeg().toBuffer();
  expect(photo.includes('Ada')).toBe(true);
  await save({ logo: photo.toString('base64'), language: 'de', color: '#0b6e4f' });
  const form = await seen();
  const kept = Buffer.from(form?.logo ?? '', 'base64');
  expect(await sharp(kept).metadata()).toMatchObject({ format: 'webp', width: 320, height: 160 });
  expect(kept.includes('Ada')).toBe(false);
  await save({ ...form, intro: 'Hello' });
  expect(await seen()).toEqual({ ...form, intro: 'Hello' });
  const look = { language: 'de', color: '#0b6e4f', logo: form?.logo };
  expect(await peekAlias(openContext(), aliasId)).toMatchObject({ state: 'open', ...look });
  await save({ ...form, closesAt: 1 });
  expect(await peekAlias(openContext(), aliasId)).toMatchObject({ state: 'closed', ...look });
});

test('a logo goes with its form, or alone', async () => {
  const { owner, save, seen, aliasId } = await inbox();
  const logo = (await picture(40).png().toBuffer()).toString('base64');
  await save({ logo });
  await save({});
  expect((await seen())?.logo).toBeNull();
  await save({ logo });
  await removeForm(owner, { aliasId });
  expect(await owner.db.aliasLogo.count({ where: { aliasId } })).toBe(0);
});

test('a file that is no picture is refused by name, and the logo stays', async () => {
  const { member, save, seen, aliasId } = await inbox();
  await save({ logo: (await picture(40).png().toBuffer()).toString('base64') });
  const before = await seen();
  const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>').toString(
    'base64',
  );
  for (const logo of [drawing, 'AAAA'])
    await expect(save({ logo, intro: 'Lost?' })).rejects.toMatchObject({
      code: 'request.invalid',
      values: { field: 'logo', reason: 'notAPicture' },
    });
  await expect(save({ language: 'tlh' })).rejects.toMatchObject({ values: { field: 'language' } });
  const form = { ...AliasForm.parse({ logo: drawing }), aliasId };
  await expect(saveForm(member, form)).rejects.toMatchObject({ code: 'alias.notOwner' });
  expect(await seen()).toEqual(before);
});

test('only a few of many pictures sent at once are decoded, and the sender is told to come back for the others', async () => {
  const { save, seen } = await inbox();
  const logos = await Promise.all(
    Array.from({ length: 20 }, async (_, n) =>
      (
        await picture(40 + 2 * n)
          .png()
          .toBuffer()
      ).toString('base64'),
    ),
  );
  const answers = await Promise.allSettled(logos.map((logo) => save({ logo })));
  const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.code] : []));
  expect(new Set(refused)).toEqual(new Set(['server.unavailable']));
  expect((await seen())?.logo).not.toBeNull();
});

test('before its password an inbox shows its language alone', async () => {
  const { owner, save, aliasId } = await inbox();
  await save({
    language: 'ja',
    color: '#0b6e4f',
    logo: (await picture(40).png().toBuffer()).toString('base64'),
  });
  await setInboxPassword(owner, { aliasId, value: 'open sesame' });
  expect(await peekAlias(openContext(), aliasId)).toEqual({ state: 'locked' });
  expect(await inboxLanguage(openContext(), aliasId)).toBe('ja');
  expect(await inboxLanguage(openContext(), 'never-was')).toBeNull();
});
