import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { readJson } from '@/lib/cli/user-folders';
import { UnfinishedSend } from './unfinished';

const folder = vi.hoisted(() => {
  const made = `/tmp/slipway-unfinished-${process.pid}`;
  vi.stubEnv('XDG_STATE_HOME', made);
  return made;
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** Begins a send, and lets another process have begun it. */
function begunBy(id: number | undefined): UnfinishedSend {
  const send = new UnfinishedSend(['send', String(id)]);
  send.begin('https://files.example.org', 'a-share');
  const sends = path.join(folder, 'slipway/sends');
  const [file = ''] = fs.readdirSync(sends);
  fs.writeFileSync(
    path.join(sends, file),
    JSON.stringify({ ...readJson(path.join(sends, file)), process: id }),
  );
  onTestFinished(() => send.end());
  return send;
}

function start(...args: string[]): number | undefined {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => 1, 1000)', ...args]);
  onTestFinished(() => void child.kill());
  return child.pid;
}

test('a send that is running isn’t begun again', () => {
  expect(() => begunBy(start('send', 'a.txt')).share()).toThrow('already running');
});

test.skipIf(os.platform() !== 'linux')(
  'a send goes on when its process has ended and another has its number',
  () => {
    expect(begunBy(start('serve')).share()).toBe('a-share');
  },
);

test('a delivery that goes on has its receipt; one that starts over has none of another', () => {
  const args = ['inbox', 'receipt.txt'];
  const first = new UnfinishedSend(args);
  first.noteReceipt('a-receipt');
  first.begin('https://files.example.org', 'a-share');
  const again = new UnfinishedSend(args);
  onTestFinished(() => again.end());
  expect(again.receipt()).toBe('a-receipt');
  again.startOver();
  expect(again.receipt()).toBeNull();
  again.begin('https://files.example.org', 'another-share');
  expect(new UnfinishedSend(args).receipt()).toBeNull();
});

test('a command that is run again has the keys of its creations, unless it starts over', () => {
  const args = ['send', 'keys.txt'];
  const first = new UnfinishedSend(args);
  first.begin('https://files.example.org', null);
  const keys = [first.creationKey('share'), first.creationKey('a.txt')];
  const again = new UnfinishedSend(args);
  onTestFinished(() => again.end());
  expect(again.share()).toBeNull();
  expect([again.creationKey('share'), again.creationKey('a.txt')]).toEqual(keys);
  expect(new Set([...keys, new UnfinishedSend(['send', 'b.txt']).creationKey('share')]).size).toBe(3);
  again.startOver();
  expect(again.creationKey('share')).not.toBe(keys[0]);
  again.end();
  expect(new UnfinishedSend(args).creationKey('share')).not.toBe(keys[0]);
});
