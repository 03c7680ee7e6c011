import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { allAtOnce, ask, type GateReply, type GateRequest } from '@/e2e/gate/ask';
import { bytePaths, fillPath } from '@/lib/contract/byte-calls/bytes';
import { share } from '@/lib/contract/share/share';
import { type Api, api, newAccount } from '@/testing/people/account';

export class Journal {
  readonly ms: Record<string, number[]> = {};
  readonly errors: string[] = [];
  interrupted = 0;
  sentBytes = 0;
  receivedBytes = 0;

  get answers(): number {
    return Object.values(this.ms).reduce((sum, list) => sum + list.length, 0);
  }

  note(kind: string, ms: number): void {
    const list = this.ms[kind] ?? [];
    this.ms[kind] = list;
    list.push(ms);
  }
}

type PersonOptions = {
  journal: Journal;
  isOver: () => boolean;
  isBreaking: () => boolean;
  /** Starts another share after this many files, so that responses don't grow for hours. */
  filesPerShare?: number;
};

type PersonAction = {
  kind: string;
  chance: number;
  question: () => GateRequest;
  isGood: (reply: GateReply) => boolean;
};

const content = randomBytes(64 * 1024).toString('hex');

/** Signs in one by one, because only twenty passwords are hashed at once. */
export async function signInPeople(count: number): Promise<Api[]> {
  const people: Api[] = [];
  while (people.length < count) people.push(await api(await newAccount()));
  return people;
}

/** An owner who uploads, lists and reads shares, while visitors use the link. */
export async function actAsOwner(owner: Api, options: PersonOptions): Promise<void> {
  const { filesPerShare = Number.POSITIVE_INFINITY } = options;
  let published = await publishShare(owner);
  while (!options.isOver()) {
    if (published.files >= filesPerShare) published = (await tryPublishShare(owner, options)) ?? published;
    const actions = actionsOf(published, owner, options);
    const dice = Math.random();
    const action = actions.find(({ chance }) => dice < chance) ?? actions[0];
    if (action) await act(action, options);
  }
}

async function publishShare(owner: Api): Promise<PersonShare> {
  const body = { name: 'Busy', validity: 3_600_000, maxViews: 2_000_000_000 };
  const { id } = await owner.call(share.create, { body });
  const { id: linkId } = await owner.call(share.publish, { params: { id } });
  const first = await ask(creationRequest(owner, id, 100_000));
  if (first.status !== 201) throw new Error(`the first file: ${first.status} ${first.text.slice(0, 200)}`);
  const fileId = String(first.headers.location).split('/').at(-1) ?? '';
  return { id, linkId, fileId, files: 1 };
}

async function tryPublishShare(
  owner: Api,
  { journal, isBreaking }: PersonOptions,
): Promise<PersonShare | null> {
  const wasBreaking = isBreaking();
  try {
    return await publishShare(owner);
  } catch (error) {
    if (wasBreaking || isBreaking()) journal.interrupted++;
    else journal.errors.push(`another share: ${error}`);
    await sleep(500);
    return null;
  }
}

async function act(
  { kind, question, isGood }: PersonAction,
  { journal, isBreaking }: PersonOptions,
): Promise<void> {
  const began = performance.now();
  const wasBreaking = isBreaking();
  const reply = await ask(question(), { through: allAtOnce }).catch((error: unknown) => String(error));
  const isExcused = wasBreaking || isBreaking();
  if (typeof reply !== 'string' && isGood(reply)) {
    journal.note(kind, performance.now() - began);
    journal.receivedBytes += reply.text.length;
  } else if (isExcused && (typeof reply === 'string' || reply.status === 503)) {
    journal.interrupted++;
    await sleep(500); // like a person before trying again
  } else
    journal.errors.push(
      `${kind}: ${typeof reply === 'string' ? reply : `${reply.status} ${reply.text.slice(0, 200)}`}`,
    );
}

const creationRequest = (owner: Api, id: string, size: number): GateRequest => ({
  method: 'POST',
  path: fillPath(bytePaths.uploads, { id }),
  headers: {
    ...owner.headers,
    'tus-resumable': '1.0.0',
    'upload-length': size,
    'content-type': 'application/offset+octet-stream',
  },
  body: content.slice(0, size),
});

type PersonShare = { id: string; linkId: string; fileId: string; files: number };

/** Each with the upper end of its probability range. */
function actionsOf(published: PersonShare, owner: Api, options: PersonOptions): PersonAction[] {
  const { headers } = owner;
  const { id, linkId, fileId } = published;
  const is = (status: number) => (reply: GateReply) => reply.status === status;
  const get =
    (path: string, headers: GateRequest['headers'] = {}) =>
    () => ({ method: 'GET', path, headers });
  const file = fillPath(bytePaths.ownFile, { id, fileId });
  const openFile = fillPath(bytePaths.openFile, { id: linkId, fileId });
  const upload = () => {
    const size = randomInt(1_000, 64 * 1024);
    options.journal.sentBytes += size;
    published.files++;
    return creationRequest(owner, id, size);
  };
  return [
    { kind: 'open', chance: 0.2, question: get(`/api/v2/open/share/${linkId}`), isGood: is(200) },
    { kind: 'download', chance: 0.4, question: get(openFile), isGood: ({ text }) => text.length === 100_000 },
    {
      kind: 'part',
      chance: 0.5,
      question: get(file, { ...headers, range: 'bytes=500-999' }),
      isGood: is(206),
    },
    { kind: 'list', chance: 0.65, question: get('/api/v2/sec/share/search', headers), isGood: is(200) },
    { kind: 'page', chance: 0.7, question: get(`/app/open/${linkId}`), isGood: is(200) },
    {
      kind: 'session',
      chance: 0.8,
      question: () => ({ method: 'POST', path: '/api/v2/sec/auth/session', headers }),
      isGood: is(200),
    },
    {
      kind: 'zip',
      chance: 0.82,
      question: get(`/api/v2/open/share/${linkId}/zip?file=${fileId}`),
      isGood: is(200),
    },
    { kind: 'upload', chance: 1, question: upload, isGood: is(201) },
  ];
}
