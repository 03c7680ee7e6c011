// The browser's upload code with fake ports: the sender of bytes, the calls and the browser itself.
import { vi } from 'vitest';
import '@/lib/client/upload/tus/tus-transfer'; // a page loads it late, and a test may have ended by then
import type { UploadSettings } from '@/lib/client/upload/access/upload-access';
import { ShareUpload } from '@/lib/client/upload/share-upload';
import type { TransferListener, UploadSender } from '@/lib/client/upload/tus/sender';
import type { UploadItem } from '@/lib/client/upload/upload-item';

type FakeTransfer = { item: UploadItem; on: TransferListener; isPaused: boolean };

export function fakeSender() {
  const sent: FakeTransfer[] = [];
  const discarded: string[] = [];
  const sender: UploadSender = {
    send(item, on) {
      const transfer = { item, on, isPaused: false };
      sent.push(transfer);
      const pause = () => {
        transfer.isPaused = true;
      };
      return { pause };
    },
    discard: ({ filename }) => void discarded.push(filename),
  };
  const transferOf = (name: string) => {
    const transfer = sent.findLast(({ item }) => item.filename === name);
    if (!transfer) throw new Error(`${name} was never sent`);
    return transfer;
  };
  return { sender, sent, discarded, transferOf };
}

export const file = (name: string, size = 3, lastModified = 1) =>
  new File([new Uint8Array(size)], name, { lastModified });
export const picked = (...names: string[]) => names.map((name) => ({ file: file(name), path: '' }));
export const refused = { kind: 'refused', message: 'Not this one.', code: null } as const;

/**
 * A page that uploads by `settings.access`. `answers` maps method and path to the server's answer; undefined means 404.
 */
export function sendingPage(settings: UploadSettings, answers: (asked: string) => object | undefined) {
  const asked: string[] = [];
  vi.stubGlobal('window', new EventTarget());
  const page = { visibilityState: 'hidden', documentElement: { lang: 'en-GB' } };
  vi.stubGlobal('document', Object.assign(new EventTarget(), page));
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('fetch', async (path: string, { method }: { method: string }) => {
    asked.push(`${method} ${path}`);
    const answer = answers(`${method} ${path}`);
    return answer ? Response.json(answer) : new Response('', { status: 404 });
  });
  const { sender, sent, transferOf } = fakeSender();
  const upload = new ShareUpload(settings, sender);
  const add = (...names: string[]) => upload.add({ files: picked(...names), handles: [] });
  const takeOut = (name: string) => {
    const { ids } = upload.queue.snapshot();
    upload.queue.remove(ids.filter((id) => upload.queue.item(id)?.filename === name));
  };
  return { upload, asked, sent, transferOf, add, takeOut };
}
