import { expect, test } from 'vitest';
import { createAlias, modifyAlias } from '@/lib/server/services/alias/save';
import { openShare } from '@/lib/server/services/open/open-share';
import { peekShare } from '@/lib/server/services/open/peek';
import { draftShare, noon, userContext, warmUp } from '@/testing/service/context';
import { limitedContext } from '@/testing/service/limited';
import { createShare } from './create';
import { getShare } from './detail';
import { clearLinkWords, setLinkWords } from './link-words';
import { publishShare, unpublishShare } from './publish';
import { removeShare } from './remove';
import { setShareField } from './set-field';

const proof = { password: null, passwordCookie: null, visitCookie: null };
let serial = 0;
const newWords = () => `autumn-report-${Date.now()}-${serial++}`;
const taken = { code: 'share.linkTaken' };
const hour = 3_600_000;

async function published(words?: string) {
  const ctx = await userContext();
  const { id: shareId } = await draftShare(ctx, { maxViews: 100 });
  if (words) await setLinkWords(ctx, { shareId, words });
  const { id: linkId } = await publishShare(ctx, { shareId, reuseId: true });
  return { ctx, shareId, linkId };
}

test('words are in the link from the first publishing on, and lead there in any case', async () => {
  const words = newWords();
  const { ctx, linkId } = await published(words);
  expect(linkId).toBe(words);
  expect((await openShare(ctx, words.toUpperCase(), proof)).detail.id).toBe(words);
  expect(await peekShare(ctx, words.toUpperCase(), null)).toMatchObject({ linkId: words });
});

test('random links are only found as they are', async () => {
  const { ctx, linkId } = await published();
  await expect(openShare(ctx, linkId.toLowerCase(), proof)).rejects.toMatchObject({ code: 'open.notFound' });
});

test('new words take the place of the link, and visits by the old one end', async () => {
  const { ctx, shareId, linkId } = await published();
  const { pass } = await openShare(ctx, linkId, proof);
  const { id } = await setLinkWords(ctx, { shareId, words: newWords() });
  await expect(openShare(ctx, linkId, proof)).rejects.toMatchObject({ code: 'open.notFound' });
  expect((await openShare(ctx, id, { ...proof, visitCookie: pass?.visit ?? null })).pass).not.toBeNull();
  expect(await getShare(ctx, { shareId })).toMatchObject({ link: id, publishInfo: { enabled: true } });
});

test('the words of a link never lead to another share: replaced, withdrawn or deleted', async () => {
  const words = newWords();
  const { ctx, shareId, linkId } = await published(words);
  const other = await published();
  const take = () => setLinkWords(other.ctx, { shareId: other.shareId, words });
  await expect(take()).rejects.toMatchObject(taken);
  await unpublishShare(ctx, { shareId });
  await expect(take()).rejects.toMatchObject(taken);
  await clearLinkWords(ctx, { shareId });
  await expect(take()).rejects.toMatchObject(taken);
  await setLinkWords(ctx, { shareId, words }); // its own share gets it back
  expect(linkId).toBe(words);
  await removeShare(ctx, { shareId });
  await expect(take()).rejects.toMatchObject(taken);
  const create = createShare(other.ctx, { validity: hour, maxViews: 1, link: words });
  await expect(create).rejects.toMatchObject(taken);
});

test('a random link of before is nobody else’s either', async () => {
  const { ctx, shareId, linkId } = await published();
  await removeShare(ctx, { shareId });
  const other = await published();
  const take = setLinkWords(other.ctx, { shareId: other.shareId, words: linkId.toLowerCase() });
  await expect(take).rejects.toMatchObject(taken);
});

test('one of many accounts that want the same words at once gets them', async () => {
  const words = newWords();
  const all = await Promise.all(Array.from({ length: 6 }, () => published()));
  await warmUp(all[0]?.ctx ?? limitedContext(), 6);
  const results = await Promise.allSettled(
    all.map(({ ctx, shareId }) => setLinkWords(ctx, { shareId, words })),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject(taken);
});

test('words that were only kept for a link that never came are free again', async () => {
  const words = newWords();
  const ctx = await userContext();
  const { id: shareId } = await createShare(ctx, { validity: hour, maxViews: 1, link: words });
  expect(await getShare(ctx, { shareId })).toMatchObject({ link: words, publishInfo: null });
  await expect(peekShare(ctx, words, null)).resolves.toBe('gone');
  await removeShare(ctx, { shareId });
  const again = await createShare(ctx, { validity: hour, maxViews: 1, link: words });
  const third = { shareId: again.id, words: newWords() };
  await setLinkWords(ctx, third);
  await createShare(ctx, { validity: hour, maxViews: 1, link: words });
  expect(await publishShare(ctx, { shareId: again.id, reuseId: true })).toEqual({ id: third.words });
});

test('short words need a password, unless somebody wants them so', async () => {
  const { ctx, shareId } = await published();
  const words = `r-${serial++}-${Date.now() % 1e5}`;
  const set = (over = {}) => setLinkWords(ctx, { shareId, words, ...over });
  await expect(set()).rejects.toMatchObject({ code: 'share.linkGuessable', values: { min: 12 } });
  const create = createShare(ctx, { validity: hour, maxViews: 1, link: words });
  await expect(create).rejects.toMatchObject({ code: 'share.linkGuessable' });
  await set({ mayBeGuessed: true });
  await clearLinkWords(ctx, { shareId });
  await setShareField(ctx, shareId, { password: 'open sesame' });
  await expect(set()).resolves.toEqual({ id: words });
});

test('guesses of words are counted like those of any link', async () => {
  const ctx = limitedContext({ now: noon });
  for (let n = 0; n <= 60; n++) expect(await peekShare(ctx, `guess-number-${n}`, null)).toBe('gone');
  const { linkId } = await published(newWords());
  expect(await peekShare(ctx, linkId, null)).toBe('gone');
  expect(await peekShare(limitedContext({ now: noon }), linkId, null)).toMatchObject({ linkId });
});

test('an account may choose a limited number of words and IDs a day, taken or free, by any call', async () => {
  const { linkId: theirs } = await published(newWords());
  const { config } = limitedContext();
  const ctx = { ...(await userContext()), config };
  const { id: shareId } = await draftShare(ctx);
  const terms = { validity: hour, maxViews: 1 };
  const inbox = { name: 'Inbox', validity: hour, enabled: true, members: [] };
  const { id: aliasId } = await createAlias(ctx, { ...inbox, id: newWords() });
  const ways = [
    () => setLinkWords(ctx, { shareId, words: theirs }),
    () => setLinkWords(ctx, { shareId, words: newWords() }),
    () => createShare(ctx, { ...terms, link: theirs }),
    () => createAlias(ctx, { ...inbox, id: aliasId }),
    () =>
      modifyAlias(ctx, { ...inbox, aliasId, id: theirs }).then(() =>
        modifyAlias(ctx, { ...inbox, aliasId: theirs, id: aliasId }),
      ),
  ];
  const codes = [];
  for (let n = 0; n < 7; n++)
    for (const way of ways)
      codes.push(
        await way().then(
          () => 'ok',
          ({ code }) => code,
        ),
      );
  expect(codes.slice(0, 5)).toEqual(['share.linkTaken', 'ok', 'share.linkTaken', 'alias.idTaken', 'ok']);
  for (const way of ways) await expect(way()).rejects.toMatchObject({ code: 'limit.attempts' });
  await createShare(ctx, terms);
  await createAlias(ctx, { ...inbox, id: null });
});

test('words that people were told of ahead of the files stay their share’s, published or not', async () => {
  const words = newWords();
  const ctx = await userContext();
  const { id: shareId } = await createShare(ctx, { validity: hour, maxViews: 1, link: words });
  expect(await publishShare(ctx, { shareId, reuseId: true, waits: true })).toEqual({ id: words });
  expect(await peekShare(ctx, words, null)).toBe('arriving');
  await removeShare(ctx, { shareId });
  const create = createShare(ctx, { validity: hour, maxViews: 1, link: words });
  await expect(create).rejects.toMatchObject(taken);
});

test('words of a creation that is sent again go to the second share, unless the first differs, has files, is older or another’s', async () => {
  const ctx = await userContext({ now: new Date() });
  const create = (words: string, over: object = {}, description: string | null = null) =>
    createShare({ ...ctx, ...over }, { name: null, description, validity: hour, maxViews: 3, link: words });
  const words = newWords();
  const first = await create(words);
  const second = await create(words);
  expect(await getShare(ctx, { shareId: second.id })).toMatchObject({ link: words });
  expect(await getShare(ctx, { shareId: first.id })).toMatchObject({ link: null });

  await expect(create(words, {}, 'Another note')).rejects.toMatchObject(taken);
  await expect(create(words, await userContext({ now: new Date() }))).rejects.toMatchObject(taken);
  await expect(create(words, { now: new Date(Date.now() + 2 * hour) })).rejects.toMatchObject(taken);
  await ctx.db.share.update({ where: { id: second.id }, data: { fileCount: 1 } });
  await expect(create(words)).rejects.toMatchObject(taken);
});
