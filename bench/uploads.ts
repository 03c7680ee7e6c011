// How fast files go up, against bare @tus/server and nginx in the same minutes.
// Run: npm run bench [-- uploads [names of cases]]   ROUNDS=5
import { fileToSend, headerLines, load } from './lib/load';
import { type Product, startProduct } from './lib/product';
import { type Reference, startBareTus, startNginx } from './lib/references';
import { compare, introduce, type Side } from './lib/rounds';

const MiB = 2 ** 20;

type Case = {
  title: string;
  size: number;
  count: number;
  conc: number;
  chunk: number;
  keeps: boolean;
  atOnce?: true;
};

/** Small files stay between rounds, because deleting them slows ext4's search for free inodes. */
const cases: Record<string, Case> = {
  chunks: {
    title: '1 GiB in 10 MiB chunks',
    size: 1024 * MiB,
    count: 1,
    conc: 1,
    chunk: 10 * MiB,
    keeps: false,
  },
  whole: { title: '1 GiB in one PATCH', size: 1024 * MiB, count: 1, conc: 1, chunk: 0, keeps: false },
  many: { title: '64 × 4 MiB at once', size: 4 * MiB, count: 64, conc: 64, chunk: 0, keeps: false },
  small: { title: '1,000 × 10 KiB, 8 at once', size: 10 * 1024, count: 1000, conc: 8, chunk: 0, keeps: true },
  single: {
    title: '1,000 × 10 KiB, 8 at once, each in one request',
    size: 10 * 1024,
    count: 1000,
    conc: 8,
    chunk: 0,
    keeps: true,
    atOnce: true,
  },
};

const creation = (size: number) => ({
  'Tus-Resumable': '1.0.0',
  'Upload-Length': String(size),
  'Upload-Metadata': 'filename YS5iaW4=',
  'Content-Type': 'application/offset+octet-stream',
});

async function sidesOf(it: Case, ours: Product, bare: Reference, nginx: Reference): Promise<Side[]> {
  const { size, count, conc, chunk, keeps, atOnce } = it;
  const common = { file: fileToSend(size), count, conc };
  const sent = { ...common, ...(atOnce ? { mode: 'put', method: 'POST' } : { mode: 'tus', chunk }) };
  const headers = atOnce ? creation(size) : {};
  let shareId = await ours.newShare();
  let turn = 0;
  const clearOurs = async () => {
    if (!keeps) await ours.removeShare(shareId);
    shareId = await ours.newShare();
  };
  const seq = () => turn++ * count;
  const clear = keeps ? {} : { clear: bare.clear };
  return [
    {
      name: 'bare @tus/server',
      pid: bare.pid,
      ...clear,
      work: () => load({ ...sent, port: bare.port, path: '/files', hdr: headerLines(headers) }),
    },
    {
      name: 'Slipway',
      pid: ours.pid,
      clear: clearOurs,
      work: () => {
        const hdr = headerLines({ ...headers, ...ours.headers });
        return load({ ...sent, port: ours.port, path: ours.uploads(shareId), hdr });
      },
    },
    {
      name: 'nginx PUT',
      pid: nginx.pid,
      ...(keeps ? {} : { clear: nginx.clear }),
      work: () => load({ ...common, mode: 'put', port: nginx.port, path: '/%d', seq: seq() }),
    },
  ];
}

const asked = process.argv.slice(2);
introduce('Uploads');
const [bare, nginx, ours] = [await startBareTus(), await startNginx(), await startProduct()];
for (const { about } of [bare, nginx]) console.log(`- ${about}`);
try {
  for (const [name, it] of Object.entries(cases)) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    await compare(it.title, await sidesOf(it, ours, bare, nginx), it.keeps ? '/s' : 'MB/s');
  }
} finally {
  for (const side of [bare, nginx]) side.stop();
  await ours.stop();
}
