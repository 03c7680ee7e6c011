import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, expect, test, vi } from 'vitest';
import { headerNames } from '@/lib/contract/http/names';
import { finishUploads } from '@/lib/server/jobs/unfinished-uploads';
import { countsOfProcess } from '@/lib/server/metrics';
import { enableMakingAhead } from '@/lib/server/services/thumbnail/make';
import { createUpload } from '@/lib/server/services/upload/create';
import { saveProgress } from '@/lib/server/services/upload/progress';
import { intoShare, ownAlias } from '@/testing/service/context';
import { filePart, formClient, formOf, formType } from '@/testing/service/form';
import { send, sha256, startTransfer, tusClient, uploader } from '@/testing/service/transfer';

let port: number;
beforeAll(async () => {
  vi.stubEnv('THUMBNAILS', 'on'); // and so a process of its own, in which pictures are made ahead
  enableMakingAhead();
  port = (await startTransfer()).port;
});

type ArrivingFile = Awaited<ReturnType<typeof uploader>> & { name: string; bytes: Buffer };

/** Whichever way a file comes. */
const ways: Record<string, (sent: ArrivingFile) => Promise<unknown>> = {
  'by tus in one request': async ({ share, auth, name, bytes }) => {
    const tus = tusClient(port, share.id, auth);
    await tus.patch(await tus.begin(bytes.length, { 'sharry-file-name': name }), 0, bytes);
  },
  'by tus in two requests': async ({ share, auth, name, bytes }) => {
    const tus = tusClient(port, share.id, auth);
    const path = await tus.begin(bytes.length, { 'sharry-file-name': name });
    await tus.patch(path, 0, bytes.subarray(0, 9));
    await tus.patch(path, 9, bytes.subarray(9));
  },
  'by tus, through an alias': async ({ ctx, name, bytes }) => {
    const auth = { [headerNames.alias]: (await ownAlias(ctx)).id };
    const made = await send(port, 'POST', '/api/v2/alias/upload', {
      headers: { ...auth, ...formType },
      body: formOf(),
    });
    const { id } = made.json() as unknown as { id: string };
    const tus = tusClient(port, id, auth, 'alias');
    await tus.patch(await tus.begin(bytes.length, { 'sharry-file-name': name }), 0, bytes);
  },
  'to a process that ends before it is complete': async ({ ctx, share, name, bytes }) => {
    const file = { name, path: '', mimeType: 'image/png', sizeBytes: bytes.length };
    const id = ctx.newId();
    await createUpload(ctx, { id, destination: intoShare(ctx, share.id), file });
    const writer = await ctx.storage.openWriter(id, 0, bytes.length);
    await writer.write([bytes], 0);
    await writer.close();
    await saveProgress(ctx, { fileId: id, from: 0, to: bytes.length, crc32: '00000000' });
    await finishUploads(ctx);
  },
  'in a form that makes a share': ({ auth, name, bytes }) =>
    formClient(port, auth).make(filePart(name, bytes)),
  'in a form for a share': ({ share, auth, name, bytes }) =>
    formClient(port, auth).add(share.id, filePart(name, bytes)),
  'in a form through an alias': async ({ ctx, name, bytes }) =>
    formClient(port, { [headerNames.alias]: (await ownAlias(ctx)).id }, 'alias').make(filePart(name, bytes)),
  'by PUT': ({ auth, name, bytes }) => send(port, 'PUT', `/u/${name}`, { headers: auth, body: bytes }),
  'by POST': ({ auth, name, bytes }) =>
    send(port, 'POST', '/u', { headers: { ...auth, ...formType }, body: formOf(filePart(name, bytes)) }),
  'by PUT through an alias': async ({ ctx, name, bytes }) =>
    send(port, 'PUT', `/u/alias/${(await ownAlias(ctx)).id}/${name}`, { body: bytes }),
};

/** Of which one fits into one piece, and one doesn't. */
const sizes = { small: 8, large: 400 };

const picture = (side: number) =>
  sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer();

const arrivedFiles = () => countsOfProcess().get('slipway_uploads_completed_total') ?? 0;

test.each(
  Object.entries(ways).flatMap(([way, sending]) =>
    Object.entries(sizes).map(([size, side]) => ({ way, size, side, sending })),
  ),
)(
  'a $size file that comes $way is counted, hashed, and gets its small pictures',
  async ({ side, sending }) => {
    const bytes = await picture(side);
    const name = `${randomBytes(8).toString('hex')}.png`;
    const person = await uploader();
    const { db } = person.ctx;
    const before = arrivedFiles();
    await db.job.deleteMany({ where: { name: 'hash files' } });
    await sending({ ...person, name, bytes });
    const file = () => db.file.findFirstOrThrow({ where: { name } });
    expect(await file()).toMatchObject({ state: 'complete', storedBytes: BigInt(bytes.length) });
    expect(arrivedFiles() - before).toBe(1);
    const { id: fileId, sha256: sum } = await file();
    if (sum === null) await expect.poll(() => db.job.count({ where: { name: 'hash files' } })).toBe(1);
    else expect(sum).toBe(sha256(bytes));
    await expect.poll(() => db.thumbnail.count({ where: { fileId, smallId: { not: null } } })).toBe(1);
  },
);
