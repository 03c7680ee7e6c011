import { expect } from 'vitest';
import { recipient } from '@/lib/contract/share/recipient';
import { mailsTo } from '@/testing/network/caught-mail';
import { ask } from './ask';
import type { LinkState, VisitorHeaders } from './link-states';
import { type Link, type LinkMarks, newLink, sql, visitOf } from './links';

let serial = 0;

async function recipientOf({ owner, shareId }: Link, only: boolean) {
  const address = `r${process.pid}-${serial++}-${shareId}@example.org`.toLowerCase();
  await owner.call(recipient.add, { params: { id: shareId }, body: { to: [address], only } });
  const { rows } = await sql('SELECT id, "linkId" FROM "Recipient" WHERE "shareId" = $1 AND key = $2', [
    shareId,
    address,
  ]);
  return { address, id: String(rows[0].id), linkId: String(rows[0].linkId) };
}

async function proofFor({ address, linkId }: { address: string; linkId: string }): Promise<string> {
  const path = `/api/v2/open/share/${linkId}`;
  await ask({ method: 'POST', path: `${path}/code`, headers: {} });
  const codeOf = () =>
    mailsTo(address).flatMap(({ email }) => /^\d{6}$/m.exec(email.text ?? '')?.[0] ?? [])[0];
  await expect.poll(codeOf, { timeout: 20_000 }).toBeTruthy();
  const body = JSON.stringify({ code: codeOf() });
  const { headers } = await ask({ method: 'POST', path: `${path}/proof`, headers: {}, body });
  return (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';', 1)[0] ?? '').join('; ');
}

type RecipientLink = { address: string; id: string; linkId: string };

/** The link of a recipient. `only`: the share is for recipients alone. */
const ofRecipient = (
  name: string,
  verdict: LinkState['verdict'],
  shownBy: (person: RecipientLink, link: Link, marks: LinkMarks) => Promise<VisitorHeaders>,
  only = true,
): LinkState => ({
  name: `a recipient’s, ${name}`,
  make: async (marks) => {
    const link = await newLink(marks);
    const person = await recipientOf(link, only);
    return { link, shown: await shownBy(person, link, marks), linkId: person.linkId };
  },
  verdict,
});

export const recipientStates: LinkState[] = [
  ofRecipient('that is for everybody', 'in', async () => ({}), false),
  ofRecipient('without a code', 'open.codeRequired', async () => ({})),
  ofRecipient('with the code', 'in', async (person) => ({ cookie: await proofFor(person) })),
  ofRecipient('with the code of another share', 'open.codeRequired', async (_, __, marks) => ({
    cookie: await proofFor(await recipientOf(await newLink(marks), true)),
  })),
  ofRecipient('with the code of another recipient', 'open.codeRequired', async (_, link) => ({
    cookie: await proofFor(await recipientOf(link, true)),
  })),
  ofRecipient('that was withdrawn, with the code', 'open.notFound', async (person, { owner, shareId }) => {
    const cookie = await proofFor(person);
    const params = { id: shareId, recipientId: person.id };
    await owner.call(recipient.withdraw, { params });
    return { cookie };
  }),
  ofRecipient('by who was visiting the public link before', 'open.codeRequired', async (_, link) => {
    const { owner, shareId } = link;
    const set = (value: boolean) =>
      owner.call(recipient.setOnly, { params: { id: shareId }, body: { value } });
    await set(false);
    const cookie = await visitOf(link);
    await set(true);
    return { cookie };
  }),
  {
    name: 'everybody’s, of a share that is for its recipients alone',
    make: async (marks) => {
      const link = await newLink(marks);
      const cookie = await proofFor(await recipientOf(link, true));
      return { link, shown: { cookie } };
    },
    verdict: 'open.recipientsOnly',
  },
];
