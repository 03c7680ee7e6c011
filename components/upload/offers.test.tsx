import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { CallError } from '@/lib/client/call/call';
import type { UploadAccess } from '@/lib/client/upload/access/upload-access';
import { UploadQueue } from '@/lib/client/upload/queue';
import { type UnfinishedUpload, unfinishedStore } from '@/lib/client/upload/unfinished/unfinished-store';
import { settings } from '@/lib/contract/settings';
import { ImitatedServer } from '@/testing/screens/imitated-server';
import { mount } from '@/testing/screens/mount';
import { StartButton } from './start-button';
import { UnfinishedOffer } from './unfinished-offer';
import { useQuotaProblem } from './use-quota-problem';
import { type ContinueUpload, useUnfinished } from './use-unfinished';

const room = { bytes: 60, files: 3, maxBytes: 100, maxFiles: 5 };

function Problem(props: Parameters<typeof useQuotaProblem>[0]) {
  return <p>{useQuotaProblem(props) ?? 'They fit.'}</p>;
}

test.each([
  ['fill the space to the byte', { count: 1, bytes: 40 }, {}, 'They fit.'],
  ['are a byte too many', { count: 1, bytes: 41 }, {}, 'These files need 41B, but only 40B of your 100B'],
  ['fill the account to the file', { count: 2, bytes: 1 }, {}, 'They fit.'],
  [
    'are a file too many',
    { count: 3, bytes: 1 },
    {},
    '3 files don’t fit: your account has room for 2 more of its 5',
  ],
  [
    'come into an account that is beyond its limit',
    { count: 1, bytes: 1 },
    { bytes: 130 },
    'only 0B of your 100B',
  ],
  ['come into one without limits', { count: 9, bytes: 1e9 }, { maxBytes: null, maxFiles: null }, 'They fit.'],
  ['are none', { count: 0, bytes: 0 }, { bytes: 130 }, 'They fit.'],
])('files that %s are told so before they are sent', async (_, added, over, text) => {
  const asked = new ImitatedServer().on(settings.usage, () => ({ ...room, ...over }));
  mount(<Problem {...added} />);
  await waitFor(() => expect(asked).toHaveLength(1));
  await waitFor(() => expect(document.body.textContent).toContain(text));
});

const gone = new CallError('refused', 'gone', { status: 404, code: 'share.notFound' });
const upload = (shareId: string, over: Partial<UnfinishedUpload> = {}): UnfinishedUpload => ({
  shareId,
  doorKey: 'ada',
  name: shareId,
  wantsLink: false,
  receipt: null,
  startedAt: 0,
  handles: [],
  files: [],
  ...over,
});

type OfferProps = { access: UploadAccess; onContinue: ContinueUpload; into: string | undefined };

function Offer({ access, onContinue, into }: OfferProps) {
  return <UnfinishedOffer unfinished={useUnfinished(access, onContinue, into)} />;
}

function openOffer(
  uploads: UnfinishedUpload[],
  {
    into,
    onContinue = async () => undefined,
    discardUpload = async () => undefined,
  }: {
    into?: string;
    onContinue?: ContinueUpload;
    discardUpload?: UploadAccess['discardUpload'];
  },
) {
  vi.spyOn(unfinishedStore, 'list').mockResolvedValue(uploads);
  const forgotten: string[] = [];
  vi.spyOn(unfinishedStore, 'forget').mockImplementation(async (id) => void forgotten.push(id));
  const access = { key: 'ada', headers: {}, discardUpload } as unknown as UploadAccess;
  return { forgotten, ...mount(<Offer {...{ access, onContinue, into }} />) };
}

test('on the page of a share only an upload into it is offered', async () => {
  openOffer([upload('other-share'), upload('this-share')], { into: 'this-share' });
  await screen.findByText(/of “this-share” have not arrived yet/);
  expect(screen.queryByText(/other-share/)).toBeNull();
});

test('an upload whose share is gone says so, and isn’t offered again; one that failed is', async () => {
  let error: Error = new CallError('network', 'no answer');
  const onContinue = async () => {
    throw error;
  };
  const { person, forgotten } = openOffer([upload('a-share')], { onContinue });
  const goOn = await screen.findByRole('button', { name: 'Continue' });
  await person.click(goOn);
  await screen.findByText('The server didn’t answer. Please try again.');
  expect(forgotten).toEqual([]);
  error = gone;
  await person.click(goOn);
  await screen.findByText('This share has been deleted in the meantime.');
  expect(forgotten).toEqual(['a-share']);
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
});

test('an unfinished upload that can’t be discarded stays, and its question says why', async () => {
  const discardUpload = vi.fn().mockRejectedValueOnce(gone).mockResolvedValueOnce(undefined);
  const { person, forgotten } = openOffer([upload('a-share')], { discardUpload });
  await person.click(await screen.findByRole('button', { name: 'Discard' }));
  const question = within(await screen.findByRole('alertdialog'));
  await person.click(question.getByRole('button', { name: 'Yes, delete it' }));
  await question.findByText('The server didn’t answer. Please try again.');
  expect(forgotten).toEqual([]);
  await person.click(question.getByRole('button', { name: 'Yes, delete it' }));
  await waitFor(() => expect(forgotten).toEqual(['a-share']));
});

const sent = { send: () => ({ pause: () => undefined }), discard: () => undefined };
const picked = { file: new File(['x'], 'a.txt'), path: '' };

test('files are sent ahead only where there are some and the form allows it, and what is on its way pauses', async () => {
  const queue = new UploadQueue(sent);
  const started: boolean[] = [];
  const start = (isOff: boolean) => (
    <StartButton
      queue={queue}
      isOff={isOff}
      onStart={() => {
        started.push(isOff);
        queue.start();
      }}
    />
  );
  const { person } = mount(
    <>
      {start(true)}
      {start(false)}
    </>,
  );
  const states = () => (screen.getAllByRole('button') as HTMLButtonElement[]).map(({ disabled }) => disabled);
  expect(states()).toEqual([true, true]);
  queue.add([picked]);
  await waitFor(() => expect(states()).toEqual([true, false]));
  await person.click(screen.getAllByRole('button')[1] as HTMLElement);
  expect(started).toEqual([false]);
  const [pause] = await screen.findAllByRole('button', { name: 'Pause' });
  await person.click(pause as HTMLElement);
  await waitFor(() => expect(queue.snapshot().phase).toBe('paused'));
});
