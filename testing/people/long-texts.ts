import { account as accounts } from '@/lib/contract/account/account';
import { profile } from '@/lib/contract/account/profile';
import { alias } from '@/lib/contract/alias/alias';
import { aliasForm } from '@/lib/contract/alias/alias-form';
import { round } from '@/lib/contract/alias/round';
import { token } from '@/lib/contract/session';
import { share } from '@/lib/contract/share/share';
import { webhook } from '@/lib/contract/webhook';
import { type Api, api, holder, newAccount } from './account';
import { samples, sharedFiles } from './shared-files';
import { upload } from './upload';

const chars = 120;

/** One word, which nothing but a break within it makes fit. */
const word = (begin: string, length = chars) =>
  begin.padEnd(length, 'donaudampfschifffahrtsgesellschaftskapitän');

export type LongTexts = {
  as: Api;
  accountId: string;
  shareId: string;
  linkId: string;
  documentsId: string;
  lockedId: string;
  aliasId: string;
  deliveryId: string;
  roundId: string;
  askedPath: string;
};

/** An admin whose shares, inbox, login and keys have names of one word of 120 letters, or as long as may be. */
export async function withLongTexts(
  pictures: readonly { name: string; type: string; bytes: Buffer }[],
): Promise<LongTexts> {
  const admin = await newAccount({ admin: true });
  const as = await api(admin);
  const login = `long${Date.now()}`.padEnd(60, 'w');
  const body = { login, state: 'Active' as const, admin: false, password: admin.password };
  await as.call(accounts.create, { body });
  const [account] = (await as.call(accounts.search, { query: { q: login } })).items;
  await as.call(profile.save, { body: { name: word('N'), line: word('L') } });
  await as.call(token.create, { body: { name: word('T', 100), scopes: ['read'], validity: 86_400_000 } });
  await as.call(webhook.create, {
    body: { url: `https://8.8.8.8/${word('u')}`, events: ['share.published'], password: admin.password },
  });
  const inbox = await longInbox(as);
  return {
    as,
    accountId: account?.id ?? '',
    ...(await longShares(as, pictures)),
    ...inbox,
    ...(await longRequest(as, inbox.aliasId)),
  };
}

const name = word('S');
const description = `${word('M')} https://example.org/${word('a')}\n\n- \`${word('c')}\`\n\n|${word('x')}|${word('y')}|\n|-|-|\n|1|2|`;
const longNamed = <Named extends { name: string }>(files: readonly Named[]) =>
  files.map((file) => ({
    ...file,
    name: word(file.name.split('.')[0] ?? '') + file.name.slice(file.name.lastIndexOf('.')),
  }));

async function longShares(as: Api, pictures: Parameters<typeof withLongTexts>[0]) {
  const { txt, pdf, zip, wav, code, html } = samples;
  const documents = longNamed([txt, pdf, zip, wav, code, html]);
  const folder = longNamed([txt, code]).map((file) => ({ ...file, path: `${word('F')}/${word('G')}` }));
  const { shareId, linkId } = await sharedFiles(
    as,
    [...longNamed(pictures), ...documents.slice(0, 2), ...folder],
    { name, description, maxViews: 1_000_000, maxDownloads: 1_000_000 },
  );
  const listed = await sharedFiles(as, documents, { name: undefined, description, maxViews: 1_000_000 });
  const locked = await sharedFiles(as, documents, { name, password: 'harbour master', maxViews: 1_000_000 });
  return { shareId, linkId, documentsId: listed.linkId, lockedId: locked.linkId };
}

async function longInbox(as: Api) {
  const body = { name: word('I'), validity: 3_600_000, enabled: true, members: [] };
  const { id: aliasId } = await as.call(alias.create, { body });
  const asked = { name: 'optional', email: 'optional', reference: 'optional' } as const;
  const form = {
    intro: description,
    recipient: word('R'),
    sender: asked,
    questions: [
      { id: 'q1', label: word('Q'), kind: 'choice' as const, choices: [word('A'), word('B')] },
      { id: 'q2', label: word('P'), kind: 'text' as const },
    ],
  };
  await as.call(aliasForm.save, { params: { id: aliasId }, body: form });
  const sender = { name: word('D'), reference: word('E') };
  const { id: deliveryId } = await holder(aliasId).call(share.createThroughAlias, {
    body: { description, sender, answers: { q1: word('A') }, maxViews: 1_000_000 },
  });
  const [file] = longNamed([samples.txt]);
  await upload(as, deliveryId, { name: file?.name ?? '', content: 'x' });
  return { aliasId, deliveryId };
}

async function longRequest(as: Api, aliasId: string) {
  const params = { id: aliasId };
  const slots = [{ name: word('F'), hint: word('H') }];
  const body = { name: word('R'), message: word('M'), due: '2999-12-31', slots };
  const { id: roundId } = await as.call(round.create, { params, body });
  const people = [{ name: word('P'), address: 'ada@example.org' }];
  await as.call(round.addPeople, { params, body: { round: roundId, people } });
  const { items } = await as.call(round.board, { params, query: { round: roundId } });
  const { link } = await as.call(round.link, { params, body: { request: items[0]?.id ?? '' } });
  const { pathname, hash } = new URL(link);
  return { roundId, askedPath: pathname + hash };
}
