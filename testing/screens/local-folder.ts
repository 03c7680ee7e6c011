import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { bytePaths, fillPath } from '@/lib/contract/byte-calls/bytes';
import { share } from '@/lib/contract/share/share';
import type { Api } from '../people/account';
import { alive } from './alive';

export type FolderPlan = Record<string, number>;

export class LocalFolder {
  readonly path: string;
  readonly sums = new Map<string, string>();

  constructor(name: string, plan: FolderPlan) {
    this.path = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-folder-')), name);
    for (const [file, sizeBytes] of Object.entries(plan)) this.write(name, file, sizeBytes);
  }

  private write(name: string, file: string, sizeBytes: number): void {
    const content = randomBytes(sizeBytes);
    this.add(file, content);
    this.sums.set(`${name}/${file}`, createHash('sha256').update(content).digest('hex'));
  }

  add(file: string, content: Buffer): string {
    const target = path.join(this.path, file);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.writeFileSync(target, content);
    return target;
  }

  /** Creates a sparse file of zeros, which takes no disk space. */
  addHollow(name: string, sizeBytes: number): string {
    const target = path.join(this.path, name);
    fs.mkdirSync(this.path, { recursive: true });
    fs.writeFileSync(target, '');
    fs.truncateSync(target, sizeBytes);
    return target;
  }

  remove(): void {
    fs.rmSync(path.dirname(this.path), { recursive: true, force: true });
  }
}

/** Drops real files and folders like a mouse. @param listener matches an element of the part that handles drops */
export async function drop(page: Page, paths: string[], listener = 'input[type=file]'): Promise<void> {
  await page.bringToFront(); // what lies behind another tab gets drops late or never on a busy machine
  await page.waitForSelector(listener, { state: 'attached' });
  await alive(page);
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: paths, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data });
  }
}

export async function arrivedSums(as: Api, base: string, shareId: string): Promise<Map<string, string>> {
  const { files } = await as.call(share.get, { params: { id: shareId } });
  const sums = new Map<string, string>();
  for (const { id, path: folder, filename } of files) {
    const address = fillPath(bytePaths.ownFile, { id: shareId, fileId: id });
    const response = await fetch(base + address, { headers: as.headers });
    const hash = createHash('sha256');
    for await (const part of response.body ?? []) hash.update(part);
    sums.set(folder === '' ? filename : `${folder}/${filename}`, hash.digest('hex'));
  }
  return sums;
}

/** Has the page send each small file in a request of its own, as behind a proxy that takes no bundle. */
export async function refuseBundles(page: Page): Promise<void> {
  await page.route('**/files/bundle', (route) => route.fulfill({ status: 404 }));
}
