// Take-down, the virus scan, and the addresses that webhooks may call.
const code = (file, tests) => ({
  file: `lib/server/${file}`,
  project: 'code',
  tests: tests.map((test) => `lib/server/${test}`),
});
const blocks = ['services/oversight/block.test.ts'];

export const quarantineMutants = [
  {
    name: 'the receipt of what an admin took down still tells',
    ...code('services/delivery/receipt.ts', blocks),
    find: ' && row.share.blockedAt === null ? row : null',
    put: ' ? row : null',
  },
  {
    name: 'an upload into what an admin took down goes on',
    ...code('services/upload/access.ts', blocks),
    find: '${allowed} AND ${isNotBlocked})`;',
    put: '${allowed})`;',
  },
  {
    name: 'a file leaves before its scan',
    ...code('services/file/stored-file.ts', ['transfer/download/scan-states.test.ts']),
    find: "if (found?.isWaiting) throw new AppError('file.beingChecked');",
    put: '',
  },
  {
    name: 'a late verdict frees what is quarantined',
    ...code('services/scan/verdict.ts', ['services/scan/scan-files.test.ts']),
    find: ' AND "scan" = ${file.scan}::"ScanState"`',
    put: '`',
  },
  {
    name: 'a name with one public and one private address is called',
    ...code('../features/webhook/outgoing.ts', ['../features/webhook/outgoing.test.ts']),
    find: '!addresses.every(isAllowed)',
    put: '!addresses.some(isAllowed)',
  },
];
