// A file over a long line (100 ms there and back, 1 MiB on its way per connection): in one PATCH, in chunks that wait for
// each answer, and in chunks of which two are on their way.
import { once } from 'node:events';
import type { ClientRequest } from 'node:http';
import { DefaultHttpStack, type HttpRequest, Upload } from 'tus-js-client';
import { TwoInFlight } from '@/lib/domain/file/two-in-flight';
import { LongLine } from '@/testing/network/long-line';
import { startProduct } from './lib/product';
import { introduce, median, rounds } from './lib/rounds';

const MiB = 2 ** 20;
const bytes = Buffer.alloc(48 * MiB, 'slipway');
const whenSent = (request: HttpRequest) => once(request.getUnderlyingObject() as ClientRequest, 'finish');

introduce('A long line');
const ours = await startProduct();
const line = await new LongLine(ours.port, { delayMs: 50, windowBytes: MiB }).listen();

async function send(chunkSize: number, isTwo: boolean): Promise<number> {
  const endpoint = `${line.url}${ours.uploads(await ours.newShare())}`;
  const inner = new DefaultHttpStack({});
  const httpStack = isTwo ? new TwoInFlight({ inner, fileBytes: bytes.length, whenSent }) : inner;
  const began = performance.now();
  await new Promise<void>((resolve, reject) => {
    const upload = new Upload(bytes, {
      endpoint,
      httpStack,
      chunkSize,
      headers: ours.headers,
      retryDelays: [],
      onUploadUrlAvailable: () => {
        upload.url = `${line.url}${new URL(upload.url ?? '').pathname}`;
      },
      onSuccess: () => resolve(),
      onError: reject,
    });
    upload.start();
  });
  return bytes.length / 1e6 / ((performance.now() - began) / 1000);
}

try {
  console.log('\n| a request | in turn, MB/s | two at a time | of one PATCH |\n| --- | --- | --- | --- |');
  const whole: number[] = [];
  for (let round = 0; round < rounds; round++) whole.push(await send(Number.POSITIVE_INFINITY, false));
  console.log(`| all | ${median(whole).toFixed(1)} | | |`);
  for (const size of [MiB / 2, 2 * MiB, 8 * MiB]) {
    const [turns, twos]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      turns.push(await send(size, false));
      twos.push(await send(size, true));
    }
    const [inTurn, two] = [median(turns), median(twos)];
    const ratios = `${(inTurn / median(whole)).toFixed(2)}, ${(two / median(whole)).toFixed(2)}`;
    console.log(`| ${size / MiB} MiB | ${inTurn.toFixed(1)} | ${two.toFixed(1)} | ${ratios} |`);
  }
} finally {
  await line.close();
  await ours.stop();
}
