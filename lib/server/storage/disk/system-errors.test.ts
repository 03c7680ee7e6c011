import fs from 'node:fs/promises';
import os, { constants } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { AppError } from '@/lib/contract/errors';
import { plainError } from '@/lib/server/plain-error';
import { translateSystemErrors } from './writer';

function unnamed(number: number): NodeJS.ErrnoException {
  const code = `Unknown system error -${number}`;
  return Object.assign(new Error(`${code}: ${code}, write`), { code, errno: -number, syscall: 'write' });
}

test.each([
  ['EDQUOT', 'storage.full', 507],
  ['ENOSPC', 'storage.full', 507],
  ['ESTALE', 'server.unavailable', 503],
  ['EREMOTEIO', 'server.unavailable', 503],
  ['EFBIG', 'storage.fileTooLarge', 413],
])('%s of the system is %s, and its name is in the log', async (name, code, status) => {
  const number = { EREMOTEIO: 121, ...constants.errno }[name] ?? 0;
  const refused = await translateSystemErrors(() => Promise.reject(unnamed(number))).catch(
    (error: unknown) => error,
  );
  expect(refused).toBeInstanceOf(AppError);
  expect(refused).toMatchObject({ code, status });
  const known = name in constants.errno;
  if (known)
    expect(plainError(refused).cause).toMatchObject({
      code: name,
      message: expect.stringContaining(`${name}: ${name}, write`),
    });
});

test('a file larger than the file system takes is refused by its size', async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'slipway-large-'));
  onTestFinished(() => fs.rm(folder, { recursive: true }));
  const file = path.join(folder, 'large');
  await fs.writeFile(file, '');
  const grow = translateSystemErrors(() => fs.truncate(file, Number.MAX_SAFE_INTEGER));
  await expect(grow).rejects.toMatchObject({ code: 'storage.fileTooLarge', status: 413 });
});
