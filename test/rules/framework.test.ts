import fs from 'node:fs';
import { expect, test } from 'vitest';
import nextConfig from '@/next.config';

/** Unused framework features that had security holes. */

const sources = ['app', 'components', 'lib'].flatMap((folder) =>
  fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('generated'))
    .map((file) => `${folder}/${file}`),
);

test('there is no middleware and no proxy file: nobody is let in or kept out before the product itself decides', () => {
  const names = [...fs.readdirSync('.'), ...sources.map((file) => file.split('/').at(-1) ?? '')];
  expect(names.filter((name) => /^(middleware|proxy)\.[cm]?[jt]sx?$/.test(name))).toEqual([]);
});

test('there is no server action', () => {
  expect(sources.length).toBeGreaterThan(300);
  const acting = sources.filter((file) => /^\s*['"]use server['"]/m.test(fs.readFileSync(file, 'utf8')));
  expect(acting).toEqual([]);
});

test('pictures are never decoded on the server, and the server doesn’t say what it is', () => {
  expect(nextConfig).toMatchObject({ images: { unoptimized: true }, poweredByHeader: false });
  expect(nextConfig).not.toHaveProperty('rewrites');
  expect(nextConfig.experimental ?? {}).not.toHaveProperty('serverActions');
});

test('nothing is turned into HTML but by what cleans it', () => {
  const raw = sources.filter((file) =>
    /dangerouslySetInnerHTML|rehype-raw|insertAdjacentHTML|\.innerHTML/.test(fs.readFileSync(file, 'utf8')),
  );
  expect(raw).toEqual([]);
});

test('passwords’ hashes are read where they are checked, and no answer has a field for one', () => {
  const contract = sources.filter((file) => file.startsWith('lib/contract/'));
  expect(contract.filter((file) => /[hH]ash\b(?!.*SHA)/.test(fs.readFileSync(file, 'utf8')))).toEqual([]);
});

test('every connection to the database asks for UTC', () => {
  const bare = sources.filter(
    (file) => !file.includes('.test.') && /new pg\.Client\(/.test(fs.readFileSync(file, 'utf8')),
  );
  expect(bare).toEqual([]);
});
