import { spawn } from 'node:child_process';
import { CutProxy } from '../network/cut-proxy';

type InterruptedDownload = {
  port: number;
  path: string;
  headers: Record<string, string>;
  sizeBytes: number;
  to: string;
};

/** Pseudo-random but the same in each run. */
function* fractions(): Generator<number> {
  for (let seed = 20261121; ; ) {
    seed = (seed * 48271) % 2147483647;
    yield seed / 2147483647;
  }
}

/**
 * Downloads with `curl -C -` over a connection that drops `breaks` times at random points. Returns the number of curl
 * runs.
 */
export async function brokenDownload(of: InterruptedDownload, breaks: number): Promise<number> {
  const proxy = await CutProxy.to(() => of.port);
  const part = fractions();
  let leftBytes = of.sizeBytes;
  try {
    for (let runs = 1; runs <= breaks + 1; runs++) {
      if (proxy.cuts < breaks) {
        // Small steps at first, or nothing would be left to break.
        const bytes = Math.ceil(((part.next().value ?? 0) * 2 * leftBytes) / (breaks - proxy.cuts + 2));
        leftBytes -= bytes;
        proxy.cutAnswerAfter(bytes);
      }
      if (await curl(`${proxy.url}${of.path}`, of)) return runs;
    }
    throw new Error(`The download did not end after ${breaks} breaks.`);
  } finally {
    await proxy.close();
  }
}

async function curl(url: string, { headers, to }: InterruptedDownload): Promise<boolean> {
  const said = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const run = spawn('curl', ['-sS', '-f', '-C', '-', '-o', to, ...said, url], { stdio: 'ignore' });
  const code = await new Promise<number | null>((resolve) => run.once('exit', resolve));
  if (code !== 0 && code !== 18 && code !== 56) throw new Error(`curl ended with ${code}.`);
  return code === 0;
}
