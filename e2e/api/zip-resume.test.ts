import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { bytePaths, fillPath } from '@/lib/contract/byte-calls/bytes';
import { share } from '@/lib/contract/share/share';
import { api, newAccount } from '@/testing/people/account';
import { brokenDownload } from '@/testing/people/broken-download';
import { upload } from '@/testing/people/upload';
import { running } from '@/testing/server/running';

const has = (program: string, option: string) => !spawnSync(program, [option], { stdio: 'ignore' }).error;
const breaks = 20;

async function sharedFolders() {
  const owner = await api(await newAccount());
  const { id } = await owner.call(share.create, { body: { validity: 3_600_000, maxViews: 100 } });
  for (let n = 0; n < 12; n++) {
    const content = Buffer.alloc(n * 150_000 + 7, `file ${n} `);
    await upload(owner, id, { name: `${n}.bin`, content, folder: n % 3 ? `folder ${n % 3}` : '' });
  }
  const link = await owner.call(share.publish, { params: { id } });
  return { headers: owner.headers, own: { id }, open: { id: link.id } };
}

test.skipIf(!has('curl', '-V') || !has('unzip', '-v'))(
  'an archive that breaks off twenty times and is resumed by curl is the unbroken one, for owner and visitor',
  async () => {
    const { headers, own, open } = await sharedFolders();
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-e2e-resume-'));
    const links = [
      { path: fillPath(bytePaths.ownZip, own), headers },
      { path: fillPath(bytePaths.openZip, open), headers: {} },
    ];
    for (const [n, link] of links.entries()) {
      const answer = await fetch(running().url + link.path, { headers: link.headers });
      const whole = Buffer.from(await answer.arrayBuffer());
      const to = path.join(folder, `${n}.zip`);
      const port = Number(new URL(running().url).port);
      const runs = await brokenDownload({ ...link, port, sizeBytes: whole.length, to }, breaks);
      expect(runs).toBe(breaks + 1);
      expect(fs.readFileSync(to).equals(whole)).toBe(true);
      expect(execFileSync('unzip', ['-tq', to], { encoding: 'utf8' })).toContain('No errors detected');
    }
    fs.rmSync(folder, { recursive: true });
  },
);
