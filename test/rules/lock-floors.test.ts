import fs from 'node:fs';
import { expect, test } from 'vitest';

/** Minimum versions without known advisories, which each line names. Includes transitive dependencies. */
const floors: [name: string, least: string, why: string][] = [
  ['next', '16.3.3', 'GHSA-2xp9-vwfh-vxw4, CVE-2026-44578, CVE-2025-29927 and all between'],
  ['react', '19.2.6', 'CVE-2025-55182 and what came of it until CVE-2026-23870'],
  ['react-dom', '19.2.6', 'the same'],
  ['next-auth', '4.24.15', 'GHSA-7rqj-j65f-68wh'],
  ['nodemailer', '8.0.5', 'GHSA-vvjj-xcjg-gr5g, CVE-2025-13033, CVE-2025-14874'],
  ['@tus/server', '2.4.5', 'zero bytes, offset races and unhandled rejections, mended one by one'],
  ['@tus/file-store', '2.1.1', 'encoded separators in ids (d2489f2)'],
  ['pdfjs-dist', '4.2.67', 'CVE-2024-4367'],
  ['jose', '4.15.5', 'CVE-2024-28176'],
  ['cookie', '0.7.0', 'CVE-2024-47764'],
  ['nanoid', '3.3.8', 'CVE-2024-55565'],
  ['postcss', '8.4.31', 'CVE-2023-44270'],
  ['mdast-util-to-hast', '13.2.1', 'CVE-2025-66400'],
  ['preact', '10.28.2', 'CVE-2026-22028'],
];

type Lock = { packages: Record<string, { version?: string }> };
const { packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8')) as Lock;

const versionsOf = (name: string): string[] =>
  Object.entries(packages).flatMap(([path, { version }]) =>
    path.endsWith(`node_modules/${name}`) && version ? [version] : [],
  );

const numbersOf = (version: string): number[] => version.split('-', 1)[0]?.split('.').map(Number) ?? [];

function isAtLeast(version: string, least: string): boolean {
  const [given, wanted] = [numbersOf(version), numbersOf(least)];
  const at = given.findIndex((number, index) => number !== wanted[index]);
  return at === -1 || (given[at] ?? 0) > (wanted[at] ?? 0);
}

test.each(floors)('%s is at least %s (%s), wherever it comes from', (name, least) => {
  const versions = versionsOf(name);
  expect(versions).not.toEqual([]);
  expect(versions.filter((version) => !isAtLeast(version, least))).toEqual([]);
});

test('versions are compared as numbers', () => {
  expect(['10.0.0', '8.0.5', '8.0.5-1', '8.1'].filter((version) => !isAtLeast(version, '8.0.5'))).toEqual([]);
  expect(['8.0.4', '7.9.9', '0.10.0'].filter((version) => isAtLeast(version, '8.0.5'))).toEqual([]);
});
