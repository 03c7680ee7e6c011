// Somebody who uses an installation, for the programs that prove one: signs in, sends files, asks whether they are there.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const tokenHeader = 'Sharry-Auth';

/** @param {string} url of the installation @param {string} password of its first admin */
export async function someone(url, password) {
  const ask = async (at, init, triesLeft = 20) => {
    const answer = await fetch(url + at, init);
    if (answer.status !== 503 || triesLeft === 0) return answer;
    await sleep(1_000 * Number(answer.headers.get('retry-after') ?? 1));
    return ask(at, init, triesLeft - 1);
  };
  const json = async (at, body, headers = {}) => {
    const answer = await ask(at, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${at} was answered with ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const { token } = await json('/api/v2/open/auth/login', { account: 'admin', password });
  const headers = { [tokenHeader]: token };

  const upload = async (shareId, bytes) => {
    const answer = await ask(`/api/v2/sec/upload/${shareId}/files/tus`, {
      method: 'POST',
      headers: {
        ...headers,
        'tus-resumable': '1.0.0',
        'upload-length': String(bytes.length),
        'content-type': 'application/offset+octet-stream',
      },
      body: bytes,
    });
    if (answer.status !== 201) throw new Error(`An upload was answered with ${answer.status}.`);
    const fileId = answer.headers.get('location').split('/').at(-1);
    return { path: `/api/v2/sec/share/${shareId}/file/${fileId}`, bytes };
  };

  const checkKept = async (files, when) => {
    for (const { path: at, bytes } of files) {
      const answer = await ask(at, { headers });
      const isKept = answer.ok && Buffer.from(await answer.arrayBuffer()).equals(bytes);
      if (!isKept) throw new Error(`A file of ${bytes.length} bytes is not there ${when}.`);
    }
  };

  return {
    /** @returns the sent files: one hashed by a thread and one stored by a thread */
    sendFiles: async () => {
      const terms = { name: 'A first share', validity: 3_600_000, maxViews: 1 };
      const share = await json('/api/v2/sec/upload/new', terms, headers);
      const files = [
        await upload(share.id, randomBytes(5_000_000)),
        await upload(share.id, randomBytes(10_000)),
      ];
      await checkKept(files, 'as it was uploaded');
      const page = await ask('/app/login');
      if (!page.ok || !(await page.text()).includes('</html>')) {
        throw new Error('The login page is not there.');
      }
      return files;
    },
    checkKept,
  };
}
