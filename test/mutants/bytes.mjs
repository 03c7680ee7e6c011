// Bytes in transfer and storage.
const code = (file, tests) => ({
  file: `lib/server/${file}`,
  project: 'code',
  tests: tests.map((test) => `lib/server/${test}`),
});
const sealedFormat = (file) => ({
  file: `lib/domain/sealed/${file}`,
  project: 'rules',
  tests: ['lib/domain/sealed/format.test.ts'],
});
const zip = ['transfer/zip/zip.test.ts', 'transfer/zip/zip-bytes.test.ts'];

export const byteMutants = [
  {
    name: 'a creation that is sent again makes a second file',
    ...code('transfer/tus/request.ts', ['transfer/tus/repeated-creation.test.ts']),
    find: 'return isCreationKey(key) ? fileCreationKey(key) : null;',
    put: 'return isCreationKey(key) ? fileCreationKey(`${key}${Math.random()}`) : null;',
  },
  {
    name: 'a creation that broke off is removed although its client asks again',
    ...code('transfer/tus/create.ts', ['transfer/tus/repeated-creation.test.ts']),
    find: 'creationKey !== null || !hasBodyBytes',
    put: '!hasBodyBytes',
  },
  {
    name: 'a key means the same share for every account',
    ...code('services/upload/creation-key.ts', ['transfer/form/repeated-form.test.ts']),
    find: '`account ${viewer.id}`',
    put: '`account`',
  },
  {
    name: 'what arrives lies on another disk than FILES_DIR',
    file: 'lib/server/storage/disk/folders.ts',
    project: 'code',
    tests: ['lib/server/runtime/files-dir.test.ts'],
    find: '{ root: FILES_DIR, files: FILES_DIR }',
    put: '{ root: DATA_DIR, files: FILES_DIR }',
  },
  {
    name: 'files on another disk than what arrives are noticed by nobody',
    file: 'lib/server/storage/disk/data-folder.ts',
    project: 'code',
    tests: ['lib/server/runtime/files-dir.test.ts'],
    find: 'await fs.rename(from, to).finally(',
    put: 'await fs.mkdir(to).finally(',
  },
  {
    name: 'a sealed share takes plain bytes',
    ...code('transfer/receive/sealed-start.ts', ['transfer/receive/sealed-ways.test.ts']),
    find: "if (!beginsSealedFile(name, start)) throw new AppError('upload.notSealed');",
    put: '',
  },
  {
    name: 'a sealed file that comes in tiny pieces is refused',
    ...code('transfer/receive/sealed-start.ts', ['transfer/receive/sealed-start.test.ts']),
    find: 'if (start.length < headerBytes) continue;',
    put: '',
  },
  {
    name: 'a file of any name is begun in a sealed share',
    ...code('services/upload/create.ts', ['transfer/receive/sealed-ways.test.ts']),
    find: 'AND (${areSealed}::boolean OR NOT share."isSealed")',
    put: '',
  },
  {
    name: 'a form brings plain files into a sealed share',
    ...code('transfer/form/serve-form.ts', ['transfer/receive/sealed-ways.test.ts']),
    find: 'quota, hasMeta: false, isSealed };',
    put: 'quota, hasMeta: false };',
  },
  {
    name: 'a sealed inbox takes plain deliveries',
    ...code('services/delivery/sealed-inbox.ts', [
      'transfer/receive/sealed-ways.test.ts',
      'services/alias/inbox-seal.test.ts',
    ]),
    find: "if (seal?.enabled && !(e2ee && sealedKey)) throw new AppError('alias.sealedOnly');",
    put: '',
  },
  {
    name: 'a sealed manifest may take as long as it likes',
    ...code('http/body.ts', ['http/body.test.ts']),
    find: 'performance.now() > endMs',
    put: 'endMs < 0',
  },
  {
    name: 'any key opens the door of a sealed share, which spends a view',
    ...sealedFormat('fits-manifest.ts'),
    tests: ['lib/domain/sealed/fits-manifest.test.ts'],
    find: '.some(beginsObject)',
    put: '.length > 0',
  },
  {
    name: 'two records are sealed under one nonce',
    ...sealedFormat('seal.ts'),
    find: 'view.setUint32(7, index);',
    put: 'view.setUint32(7, Math.max(1, index));',
  },
  {
    name: 'a sealed file opens without its last record',
    ...sealedFormat('seal.ts'),
    find: 'view.setUint8(11, isLast ? 1 : 0);',
    put: '',
  },
  {
    name: 'a range ends one byte late',
    ...code('transfer/download/conditions.ts', ['transfer/download/range.test.ts']),
    find: 'Math.min(Number(last), sizeBytes - 1)',
    put: 'Math.min(Number(last), sizeBytes)',
  },
  {
    name: 'bytes are stored at another offset than the upload has',
    ...code('transfer/tus/patch.ts', ['transfer/tus/protocol.test.ts', 'transfer/tus/resume.test.ts']),
    find: "if (file.offset !== offset) throw new AppError('upload.wrongOffset');",
    put: '',
  },
  {
    name: 'a checksum is not compared',
    ...code('transfer/receive/receive.ts', ['transfer/tus/checksum.test.ts']),
    find: "if (!checksum.matches()) throw new AppError('upload.checksumMismatch');",
    put: '',
  },
  {
    name: 'a lease has no fence',
    ...code('services/upload/lease.ts', [
      'transfer/tus/lock/locked-uploads.test.ts',
      'services/upload/upload.test.ts',
    ]),
    find: '"leaseHolder" = ${lease.node} AND "fence" = ${lease.fence}',
    put: '"leaseHolder" = "leaseHolder"',
  },
  {
    name: 'a lease is taken although another node has it',
    ...code('services/upload/lease.ts', ['transfer/tus/lock/locked-uploads.test.ts']),
    find: ' OR u."leaseUntil" <= now())',
    put: ' OR true)',
  },
  {
    name: 'a file is complete before its bytes are final',
    ...code('services/upload/progress.ts', ['services/upload/upload.test.ts', 'transfer/tus/faults.test.ts']),
    find: 'else await ctx.storage.finish(fileId, sizeBytes, generation);',
    put: 'else void ctx.storage.finish(fileId, sizeBytes, generation).catch(() => undefined);',
  },
  {
    name: 'a quota is not counted',
    ...code('services/quota/quota-sql.ts', ['services/quota/quota.test.ts']),
    find: 'used."bytes" + ${need.bytes}::bigint > ${bytes}',
    put: 'used."bytes" > ${bytes}',
  },
  {
    name: 'an archive has wrong checksums',
    ...code('transfer/zip/records.ts', zip),
    find: 'target.writeUInt32LE(entry.crc32, 8);',
    put: 'target.writeUInt32LE(0, 8);',
  },
  {
    name: 'an archive is said to be one byte shorter',
    ...code('transfer/zip/layout.ts', zip),
    find: 'sizeBytes: at + sizeBytes + endRecordsBytes(directory) }',
    put: 'sizeBytes: at + sizeBytes + endRecordsBytes(directory) - 1 }',
  },
  {
    name: 'names in an archive are not made harmless',
    file: 'lib/domain/file/entry-names.ts',
    project: 'rules',
    tests: ['lib/domain/file/entry-names.test.ts'],
    find: ".replace(reservedCharacters, '_')",
    put: '',
  },
  {
    name: 'a name is written into a header as it is',
    ...code('transfer/download/presentation.ts', ['transfer/download/presentation.test.ts']),
    find: 'const header = create(name.toWellFormed(), { type, fallback: plainName(name) });',
    put: 'const header = `${type}; filename="${name}"`; void create;',
  },
  {
    name: 'a large archive is cut short unnoticed',
    ...code('transfer/zip/layout.ts', zip),
    find: 'if (missing !== 0) throw',
    put: 'if (missing < 0) throw',
  },
  {
    name: 'an upload that goes on is dropped as stale',
    ...code('jobs/unfinished-uploads.ts', ['jobs/jobs.test.ts']),
    find: 'uploads.filter(({ isWhole }) => !isWhole)',
    put: 'uploads',
  },
  {
    name: 'the note of bytes goes although they could not be removed',
    ...code('jobs/bytes.ts', ['jobs/remove-bytes.test.ts']),
    find: 'failed.push(fileId);',
    put: 'failed.push(fileId); await ctx.db.removal.deleteMany({ where: { fileId } });',
  },
];
