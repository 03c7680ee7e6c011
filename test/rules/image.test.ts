import fs from 'node:fs';
import { expect, test } from 'vitest';
import { parseDockerfile } from '../../scripts/prove-image/dockerfile.mjs';

const read = (file: string) => fs.readFileSync(file, 'utf8');
const started = JSON.parse(read('package.json')).scripts.start.replace('exec ', '') as string;
const stages = parseDockerfile(read('Dockerfile'));
const image = stages.at(-1)?.instructions ?? [];
const textOf = (command: string) => image.find((one) => one.command === command)?.text ?? '';

test('the image and the service start what npm start starts, with the same flags', () => {
  expect(JSON.parse(textOf('CMD')).join(' ')).toBe(started);
  expect(read('deploy/slipway.service')).toContain(`ExecStart=/usr/bin/${started}\n`);
});

test('the image runs as an ordinary account and writes to its volume', () => {
  expect(textOf('USER')).toBe('node');
  expect(textOf('ENV')).toContain(`DATA_DIR=${textOf('VOLUME')}`);
  expect(image.map(({ text }) => text)).toContain(`mkdir -m 777 ${textOf('VOLUME')}`); // as any other, too
});

test('an engine that sets no BUILDPLATFORM builds for the machine it runs on', () => {
  const named = read('Dockerfile').match(/--platform=\S+/g);
  expect(named).toEqual([`--platform=\${BUILDPLATFORM:-linux}`]);
});

test('what the image takes from its builder is there', () => {
  const taken = image.filter(({ command, text }) => command === 'COPY' && text.startsWith('--from=build'));
  const places = taken.map(({ text }) => text.split(' ')[1]?.replace('/app/', '') ?? '');
  const made = ['.next', 'dist'];
  for (const place of places.filter((one) => !made.includes(one)))
    expect([place, fs.existsSync(place)]).toEqual([place, true]);
});

test('the image has the texts that are read while it runs', () => {
  expect(image.map(({ text }) => text)).toContain('--from=build /app/messages ./messages');
});

test('the image has the scripts of all threads', () => {
  const all = fs.readdirSync('lib/server', { recursive: true, encoding: 'utf8' });
  const scripts = all.filter((file) => file.endsWith('.mjs')).map((file) => `lib/server/${file}`);
  const copied = image.map(({ text }) => text);
  expect(copied).toEqual(
    expect.arrayContaining(scripts.map((file) => `--from=build /app/${file} ./${file}`)),
  );
});

test('secrets and what was built elsewhere stay out of the image', () => {
  const ignored = read('.dockerignore').split('\n');
  for (const name of ['.env', '.git', 'node_modules', 'data', '.next', 'dist'])
    expect(ignored).toContain(name);
});
