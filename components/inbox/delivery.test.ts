import { afterEach, expect, test, vi } from 'vitest';
import { aliasAccess } from '@/lib/client/upload/access/alias-access';
import { refused, sendingPage } from '@/testing/service/sending';
import { Delivery } from './delivery';

afterEach(() => vi.unstubAllGlobals());

const limits = { maxSize: 1000, maxAliasFiles: 500, chunkSize: 100, retryDelays: [0] };
const creation = 'POST /api/v2/alias/upload/new';
const notice = (shareId: string) => `POST /api/v2/alias/mail/notify/${shareId}`;

/** Submits a delivery with the file "a". Shares get the ids s1, s2 and so on; those in `gone` are missing. */
async function sending(note: string, gone: string[] = []) {
  const settings = { ...limits, access: aliasAccess('inbox'), form: null };
  let shares = 0;
  const page = sendingPage(settings, (request) => {
    if (gone.some((shareId) => request.includes(`/${shareId}/`))) return undefined;
    return { success: true, message: '', id: request === creation ? `s${++shares}` : '' };
  });
  const delivery = new Delivery('inbox', settings, page.upload);
  delivery.write(note);
  page.add('a');
  await delivery.submit(() => {});
  expect(delivery.snapshot().step).toBe('uploading');
  const notices = () => page.asked.filter((request) => request.includes('/notify/'));
  const creations = () => page.asked.filter((request) => request === creation).length;
  return { ...page, delivery, notices, creations };
}

test.each(['running', 'paused'])(
  'a sender who removes the only file while it is %s is back at the form, and the recipient is not notified',
  async (phase) => {
    const { delivery, upload, add, takeOut, transferOf, notices, creations } = await sending('');
    if (phase === 'paused') upload.queue.pause();
    takeOut('a');
    expect(delivery.snapshot().step).toBe('form');
    expect(notices()).toEqual([]);

    add('b');
    await delivery.submit(() => {});
    transferOf('b').on.done();
    await expect.poll(() => delivery.snapshot().step).toBe('done');
    expect(notices()).toEqual([notice('s1')]);
    expect(creations()).toBe(1); // the empty share is reused
  },
);

test('an empty share is not reused when it is gone, or when there is a note now', async () => {
  for (const [gone, note] of [
    [['s1'], ''],
    [[], 'Hello'],
  ] as const) {
    const { delivery, add, takeOut, transferOf, notices } = await sending('', [...gone]);
    takeOut('a');
    delivery.write(note);
    add('b');
    await delivery.submit(() => {});
    transferOf('b').on.done();
    await expect.poll(() => delivery.snapshot().step).toBe('done');
    expect(notices()).toEqual([notice('s2')]);
  }
});

test('a note is delivered without the removed files, and its recipient is notified', async () => {
  const { delivery, takeOut, notices } = await sending('Hello');
  takeOut('a');
  expect(delivery.snapshot()).toMatchObject({ step: 'done', note: 'Hello' });
  expect(notices()).toEqual([notice('s1')]);
});

test('a file that failed is replaced by another one, and the recipient is notified once', async () => {
  const { delivery, upload, add, takeOut, transferOf, notices } = await sending('');
  add('b');
  transferOf('a').on.failed(refused);
  transferOf('b').on.done();
  await expect.poll(() => upload.queue.snapshot().phase).toBe('settled');
  expect(notices()).toEqual([notice('s1')]);
  upload.addOn({ files: [{ file: new File(['c'], 'c'), path: '' }], handles: [] });
  takeOut('a');
  expect(delivery.snapshot().step).toBe('uploading');
  transferOf('c').on.done();
  await expect.poll(() => delivery.snapshot().step).toBe('done');
  expect(notices()).toEqual([notice('s1')]);
});

test('more files go into the earlier delivery, without a share or a note of their own', async () => {
  const settings = { ...limits, access: aliasAccess('inbox'), form: null };
  const page = sendingPage(settings, () => ({ success: true, message: '', id: 'new', receipt: 'r' }));
  const delivery = new Delivery('inbox', settings, page.upload);
  delivery.addTo({ shareId: 's7', number: 7, receipt: 'secret' });
  page.add('a');
  await delivery.submit(() => {});
  page.transferOf('a').on.done();
  await expect.poll(() => delivery.snapshot().step).toBe('done');
  expect(page.asked.filter((request) => request === creation)).toEqual([]);
  expect(page.asked).toContain(notice('s7'));
  expect(delivery.snapshot()).toMatchObject({ addsTo: 7, receipt: 'secret' });
});

test('note and answers are there after a reload, until they are sent', async () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  const settings = { ...limits, access: aliasAccess('inbox'), form: null };
  const page = sendingPage(settings, () => ({ success: true, message: '', id: 's1', receipt: 'r' }));
  const opened = () => {
    const delivery = new Delivery('inbox', settings, page.upload);
    delivery.restore();
    return delivery;
  };
  const formAnswers = { sender: { name: 'Ada' }, answers: { day: '2026-12-24' } };
  const first = opened();
  first.setAnswers(formAnswers);
  first.write('Hello');
  const second = opened();
  expect(second.snapshot()).toMatchObject({ note: 'Hello', formAnswers });
  await second.submit(() => {});
  expect(opened().snapshot()).toMatchObject({ note: '', formAnswers: { sender: {}, answers: {} } });
});

test.each(['alias.closed', 'alias.passwordRequired'])(
  'an inbox that answers %s to an open page is shown as it is now, and what was chosen stays',
  async (code) => {
    const settings = { ...limits, access: aliasAccess('inbox'), form: null };
    const page = sendingPage(settings, () => ({ success: false, message: 'No.', code }));
    const delivery = new Delivery('inbox', settings, page.upload);
    delivery.write('Hello');
    page.add('a');
    const reasons: string[] = [];
    await delivery.submit((reason) => reasons.push(reason));
    expect(reasons).toEqual([code]);
    expect(delivery.snapshot()).toMatchObject({ step: 'form', note: 'Hello', failure: null });
    expect(page.upload.queue.snapshot().ids).toHaveLength(1);
  },
);
