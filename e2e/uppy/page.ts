// Runs in a browser: somebody else's page that uploads by Uppy. Bundled by the test that opens it.
import Uppy from '@uppy/core';
import Dashboard from '@uppy/dashboard';
import Tus from '@uppy/tus';

export type UppyJob = {
  endpoint: string;
  headers: Record<string, string>;
  files: { name: string; folder: string; sizeBytes: number; seed: number }[];
};

declare global {
  interface Window {
    sendByUppy: (job: UppyJob) => Promise<Record<string, string>>;
    showDashboard: (endpoint: string) => void;
  }
}

window.sendByUppy = async ({ endpoint, headers, files }) => {
  const uppy = new Uppy({ autoProceed: false });
  uppy.use(Tus, {
    endpoint,
    headers,
    chunkSize: 1_000_000,
    retryDelays: [100, 300, 1000, 1000, 2000, 2000, 3000, 3000],
    allowedMetaFields: ['filename', 'filetype', 'relativePath'],
  });
  const sums: Record<string, string> = {};
  for (const { name, folder, sizeBytes, seed } of files) {
    const bytes = bytesOf(sizeBytes, seed);
    sums[name] = hex(await crypto.subtle.digest('SHA-256', bytes));
    const data = new File([bytes], name, { type: 'application/x-test', lastModified: 1_700_000_000_000 });
    const meta = { filename: name, filetype: data.type, relativePath: folder ? `${folder}/${name}` : name };
    uppy.addFile({ name, type: data.type, data, meta });
  }
  const result = await uppy.upload();
  const failed = result?.failed ?? [];
  if (failed.length > 0) throw new Error(failed.map(({ name, error }) => `${name}: ${error}`).join('\n'));
  return sums;
};

window.showDashboard = (endpoint) => {
  const uppy = new Uppy();
  uppy.use(Dashboard, { inline: true, target: 'body' });
  uppy.use(Tus, { endpoint });
};

/** Deterministic per seed, so that a reloaded page has the same file. */
function bytesOf(sizeBytes: number, seed: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(sizeBytes);
  let state = seed;
  for (let i = 0; i < sizeBytes; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    bytes[i] = state >>> 24;
  }
  return bytes;
}

const hex = (buffer: ArrayBuffer) =>
  [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
