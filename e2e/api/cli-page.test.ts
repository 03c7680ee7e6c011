import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { expect, test } from 'vitest';
import { alias } from '@/lib/contract/alias/alias';
import { device } from '@/lib/contract/device';
import { api, newAccount } from '@/testing/people/account';
import { CommandHome, ended } from '@/testing/people/cli';
import { running } from '@/testing/server/running';

test('every command of docs/use/cli.md does what the page says', async () => {
  const page = fs.readFileSync('docs/use/cli.md', 'utf8');
  const steps = [...page.matchAll(/^```bash\n([\s\S]*?)^```$/gm)].map(([, code]) => code);
  expect(steps.length).toBeGreaterThan(5);

  const person = await api(await newAccount());
  const inbox = { name: 'Inbox', validity: 86_400_000, enabled: true, members: [] };
  const { id } = await person.call(alias.create, { body: inbox });
  const home = new CommandHome({ SLIPWAY: running().url, ALIAS: id });
  home.write('report.pdf', 'a report');
  home.write('photos/lake/1.jpg', 'a photo');

  const script = ['set -euxo pipefail', ...steps, 'echo "walked to the end"'].join('\n');
  const child = spawn('bash', ['-c', script], { cwd: home.home, env: home.env });
  const end = ended(child);
  let said = '';
  child.stderr.on('data', (data) => {
    said += data;
    const userCode = /The code is ([A-Z-]+)\./.exec(said)?.[1];
    if (!userCode) return;
    said = '';
    void person.call(device.decide, { body: { userCode, allow: true } });
  });
  const { out, err } = await end;
  home.remove();
  expect(`${out}\n${out.includes('walked to the end') ? '' : err}`).toContain('walked to the end');
});
