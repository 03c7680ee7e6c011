import { afterEach, expect, test, vi } from 'vitest';
import { accountAccess } from '@/lib/client/upload/access/account-access';
import { finishedShares } from '@/lib/client/upload/active-uploads';
import { refused, sendingPage } from '@/testing/service/sending';
import { ShareDraft } from './share-draft';

afterEach(() => vi.unstubAllGlobals());

const settings = {
  access: accountAccess('ada'),
  maxSize: 1000,
  chunkSize: 100,
  retryDelays: [0],
  maxAliasFiles: 500,
  maxValidity: 86_400_000,
  defaultValidity: 86_400_000,
  defaultViews: 30,
  mailEnabled: true,
  sharePasswordRequired: false,
  baseUrl: 'http://localhost',
};
const empty = { files: [], descriptionRaw: null, publishInfo: null };

/** Submits a draft with the file "a". Shares get the ids s1, s2 and so on. */
async function sending(form: { note?: string; name?: string }, serverShare: object = empty) {
  let shares = 0;
  const page = sendingPage(settings, (request) => {
    if (request === 'POST /api/v2/sec/upload/new') return { success: true, message: '', id: `s${++shares}` };
    if (request.startsWith('GET /api/v2/sec/share/')) return serverShare;
    return { success: true, message: '', id: 'link' };
  });
  const draft = new ShareDraft(settings, page.upload);
  draft.change(form);
  page.add('a');
  await draft.submit(true);
  expect(draft.snapshot()).toMatchObject({ step: 'uploading', shareId: 's1' });
  return { ...page, draft };
}

const removal = 'DELETE /api/v2/sec/share/s1';
const publishing = 'POST /api/v2/sec/share/s1/publish';

test.each(['running', 'paused'])(
  'removing the only file while it is %s returns to the form as it was and leaves no share',
  async (phase) => {
    const { draft, upload, asked, add, takeOut, transferOf } = await sending({ name: 'Trip' });
    if (phase === 'paused') upload.queue.pause();
    takeOut('a');
    draft.goBack();
    expect(draft.snapshot()).toMatchObject({ step: 'form', shareId: null, form: { name: 'Trip' } });
    await expect.poll(() => asked).toContain(removal);
    expect(asked.filter((call) => call === publishing)).toEqual([publishing]); // only reserved
    expect(draft.snapshot()).toMatchObject({ linkId: null, reservedLinkId: null });

    add('b');
    expect(upload.queue.snapshot().phase).toBe('idle');
    await draft.submit(true);
    transferOf('b').on.done();
    await expect.poll(() => draft.snapshot()).toMatchObject({ step: 'done', shareId: 's2', linkId: 'link' });
  },
);

test('the link is known while files are on their way, and is the one at the end', async () => {
  const { draft, transferOf } = await sending({});
  await expect
    .poll(() => draft.snapshot())
    .toMatchObject({ step: 'uploading', reservedLinkId: 'link', linkId: null });
  transferOf('a').on.done();
  await expect.poll(() => draft.snapshot()).toMatchObject({ step: 'done', linkId: 'link' });
});

test('a share that is published while its page is closed is listed', async () => {
  for (const isOnScreen of [true, false]) {
    const { draft, transferOf } = await sending({ name: isOnScreen ? 'Here' : 'Away' });
    draft.isOnScreen = isOnScreen;
    transferOf('a').on.done();
    await expect.poll(() => draft.snapshot().step).toBe('done');
  }
  const names = finishedShares.snapshot().map(({ name }) => name);
  expect(names).toContain('Away');
  expect(names).not.toContain('Here');
});

test('with a note the share is one without its files', async () => {
  const { draft, asked, takeOut } = await sending({ note: 'Hello' });
  takeOut('a');
  draft.goBack();
  await expect.poll(() => draft.snapshot()).toMatchObject({ step: 'done', linkId: 'link' });
  expect(asked).not.toContain(removal);
});

test.each([
  ['a file', { ...empty, files: [{ complete: true }] }],
  ['a note', { ...empty, descriptionRaw: 'Hello' }],
  ['a link', { ...empty, publishInfo: { id: 'link' } }],
])('a share that has got %s on its own page meanwhile stays', async (_what, serverShare) => {
  const { draft, asked, takeOut } = await sending({}, serverShare);
  takeOut('a');
  draft.goBack();
  expect(draft.snapshot().step).toBe('form');
  await expect.poll(() => asked).toContain('GET /api/v2/sec/share/s1');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(asked).not.toContain(removal);
});

test('files that have arrived are published when the others are removed, even if no list shows them', async () => {
  const { draft, upload, add, takeOut, transferOf } = await sending({});
  add('b');
  transferOf('b').on.failed(refused);
  transferOf('a').on.done();
  await expect.poll(() => upload.queue.snapshot().phase).toBe('settled');
  upload.queue.forgetDone();
  takeOut('b');
  await expect.poll(() => draft.snapshot()).toMatchObject({ step: 'done', linkId: 'link' });
});

test('a file that failed is replaced by another one and removed', async () => {
  const { draft, upload, takeOut, transferOf } = await sending({});
  transferOf('a').on.failed(refused);
  await expect.poll(() => upload.queue.snapshot().phase).toBe('settled');
  upload.addOn({ files: [{ file: new File(['b'], 'b'), path: '' }], handles: [] });
  takeOut('a');
  expect(draft.snapshot().step).toBe('uploading');
  transferOf('b').on.done();
  await expect.poll(() => draft.snapshot()).toMatchObject({ step: 'done', shareId: 's1', linkId: 'link' });
});

/** A form whose files were sent by *Upload now*. */
async function started() {
  const page = sendingPage(settings, () => ({ success: true, message: '', id: 's1' }));
  const draft = new ShareDraft(settings, page.upload);
  draft.change({ name: 'Trip' });
  page.add('a');
  await draft.startNow();
  return { ...page, draft };
}

test('files are sent while the form is filled in; submitting saves what was written since, and publishes', async () => {
  const { draft, asked, transferOf } = await started();
  transferOf('a').on.done();
  expect(draft.snapshot()).toMatchObject({ step: 'form', shareId: 's1' });
  expect(asked).not.toContain(publishing);
  draft.change({ note: 'Hello' });
  await draft.submit(true);
  await expect.poll(() => draft.snapshot().step).toBe('done');
  expect(asked.filter((call) => call !== publishing)).toEqual([
    'POST /api/v2/sec/upload/new',
    'POST /api/v2/sec/share/s1/description',
  ]);
  expect(asked).toContain(publishing);
});

test('clearing the files removes the share that has been begun with them', async () => {
  const { draft, asked, add, upload } = await started();
  draft.clearFiles();
  expect(draft.snapshot()).toMatchObject({ step: 'form', shareId: null, form: { name: 'Trip' } });
  expect(asked).toContain(removal);
  add('b');
  expect(upload.queue.snapshot().phase).toBe('idle');
});

test('recipients open links of their own, so their views are limited only where somebody says so', () => {
  const draft = new ShareDraft(settings);
  draft.sendAs('mail');
  expect(draft.snapshot().form.hasAnyViews).toBe(true);
  draft.sendAs('link');
  expect(draft.snapshot().form.hasAnyViews).toBe(false);
  draft.change({ views: '5' });
  draft.sendAs('mail');
  expect(draft.snapshot().form).toMatchObject({ hasAnyViews: false, views: '5' });
});
