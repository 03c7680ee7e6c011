import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { folderPrefix, removeDeadFolders } from './launch';

test('folders of servers that were killed are removed; those of living and starting ones, and others’, stay', async () => {
  const parent = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-dead-'));
  const folder = (name: string) => {
    const made = path.join(parent, name);
    fs.mkdirSync(made);
    return made;
  };
  const [dead, living, starting, old, other] = [
    folder(`${folderPrefix}dead`),
    folder(`${folderPrefix}living`),
    folder(`${folderPrefix}starting`),
    folder(`${folderPrefix}old`),
    folder('another-program'),
  ];
  const server = net.createServer().listen(path.join(living ?? '', 'pages.sock'));
  await new Promise((resolve) => server.once('listening', resolve));
  leaveSocket(dead ?? '');
  const anHourAgo = new Date(Date.now() - 3_600_000);
  fs.utimesSync(old ?? '', anHourAgo, anHourAgo);

  await removeDeadFolders(parent);
  expect(fs.readdirSync(parent).sort()).toEqual(
    [other, living, starting].map((kept) => path.basename(kept ?? '')).sort(),
  );
  server.close();
  fs.rmSync(parent, { recursive: true });
});

test('a folder made since the call stays, though the clock has been set and it looks old', async () => {
  const parent = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-dead-'));
  const removed = removeDeadFolders(parent);
  const own = path.join(parent, `${folderPrefix}own`);
  fs.mkdirSync(own);
  fs.utimesSync(own, new Date(0), new Date(0));
  await removed;
  expect(fs.existsSync(own)).toBe(true);
  fs.rmSync(parent, { recursive: true });
});

function leaveSocket(folder: string): void {
  const file = path.join(folder, 'pages.sock');
  const moved = `${file}.moved`;
  const server = net.createServer().listen(moved);
  fs.linkSync(moved, file);
  server.close();
}
