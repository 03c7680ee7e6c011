import { execFileSync, spawnSync } from 'node:child_process';
import { crc32, inflateRawSync } from 'node:zlib';
import type { Storage } from '@/lib/server/storage/port';
import { type ZipLayout, zipBytes, zipLayout } from '@/lib/server/transfer/zip/layout';
import type { ZipEntry } from '@/lib/server/transfer/zip/records';

export const modifiedAtMs = Date.parse('2026-02-03T04:05:06Z');

/** Checks for a program on this machine; tests that need a missing one are skipped. */
export const has = (tool: string) => spawnSync(tool, ['--help'], { stdio: 'ignore' }).error === undefined;

export const stored = new Map<string, Buffer>();
export const inMemory: Storage['read'] = async function* (id, { start, end }) {
  const bytes = stored.get(id) ?? Buffer.alloc(0);
  for (let at = start; at <= end; at += 1000) yield bytes.subarray(at, Math.min(at + 1000, end + 1));
};

export function entry(name: string, content: string | Buffer): ZipEntry {
  const bytes = Buffer.from(content);
  const fileId = `file-${stored.size}`;
  stored.set(fileId, bytes);
  return { fileId, name, sizeBytes: bytes.length, crc32: crc32(bytes), modifiedAtMs };
}

export const zipOf = (name: string, content: string | Buffer) => bytesOf(zipLayout([entry(name, content)]));

export async function bytesOf(layout: ZipLayout, start = 0, end = layout.sizeBytes - 1, read = inMemory) {
  const parts: Buffer[] = [];
  for await (const part of zipBytes(layout, { start, end }, read)) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

export const few = () => [
  entry('readme.md', '# Hello'),
  entry('folder/leer.bin', ''),
  entry('資料/photo 🐳.jpg', Buffer.alloc(300_000, 7)),
  entry('last', 'z'),
];

export const python = (script: string, ...args: string[]) =>
  execFileSync('python3', ['-c', `import sys, zipfile\n${script}`, ...args], { encoding: 'utf8' }).trim();

/** Reads the central directory (APPNOTE 4.3.12). */
export function unzipped(archive: Buffer): Record<string, string> {
  const found: Record<string, string> = {};
  let at = archive.readUInt32LE(archive.lastIndexOf('PK\x05\x06', undefined, 'latin1') + 16);
  while (archive.readUInt32LE(at) === 0x02014b50) {
    const [isDeflated, sizeBytes] = [archive.readUInt16LE(at + 10) === 8, archive.readUInt32LE(at + 20)];
    const [nameLength, localAt] = [archive.readUInt16LE(at + 28), archive.readUInt32LE(at + 42)];
    const contentAt = localAt + 30 + archive.readUInt16LE(localAt + 26) + archive.readUInt16LE(localAt + 28);
    const content = archive.subarray(contentAt, contentAt + sizeBytes);
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    found[name] = (isDeflated ? inflateRawSync(content) : content).toString();
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return found;
}
