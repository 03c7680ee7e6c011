import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { linkLibraries } from './cluster';

function packageWithoutLinks(): string {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-links-'));
  fs.mkdirSync(path.join(home, 'native/lib'), { recursive: true });
  fs.writeFileSync(path.join(home, 'native/lib/libicuuc.so.60.2'), 'library');
  const link = { source: 'native/lib/libicuuc.so.60.2', target: 'native/lib/libicuuc.so.60' };
  fs.writeFileSync(path.join(home, 'native/pg-symlinks.json'), JSON.stringify([link]));
  return home;
}

test('libraries that npm ci --ignore-scripts left without their links get them', () => {
  const home = packageWithoutLinks();
  linkLibraries(home);
  linkLibraries(home);
  expect(fs.readFileSync(path.join(home, 'native/lib/libicuuc.so.60'), 'utf8')).toBe('library');
  expect(fs.readlinkSync(path.join(home, 'native/lib/libicuuc.so.60'))).toBe('libicuuc.so.60.2');
  fs.rmSync(home, { recursive: true });
});

test('a package whose links can’t be made says how to mend it', () => {
  const home = packageWithoutLinks();
  fs.rmSync(path.join(home, 'native/lib'), { recursive: true });
  expect(() => linkLibraries(home)).toThrow(/lacks native\/lib\/libicuuc\.so\.60 .* Run "npm rebuild"/);
  fs.rmSync(home, { recursive: true });
});
