// What takes minutes and is therefore no part of `npm test`.
import path from 'node:path';
import { root, tool } from './step.mjs';

const typescript = (file, ...args) => [
  process.execPath,
  ['--conditions=react-server', '--import', 'tsx', file, ...args],
];
const besideBucket = ([file, args]) => [
  process.execPath,
  [path.join(root, 'scripts/with-radosgw.mjs'), file, ...args],
];
const besideMariadb = ([file, args]) => [
  process.execPath,
  [path.join(root, 'scripts/with-mariadb.mjs'), file, ...args],
];
/** In a machine of its own without a network, where nothing in /tmp can be run. */
const offline = ([file, args]) => [
  'unshare',
  [
    ...['--net', '--mount', 'sh', '-c'],
    'ip link set lo up && mount -t tmpfs -o noexec,nosuid,mode=1777 tmpfs /tmp && exec "$0" "$@"',
    ...[file, ...args],
  ],
];
const nice = ([file, args]) => ['nice', [file, ...args]];
const faults = (name, about) => ({
  name,
  about,
  command: typescript('test/faults/run.ts', name),
});
const all = { SLIPWAY_LONG: '1' };

/** @type {{ name: string, about: string, command: [string, string[]], env?: Record<string, string> }[]} */
export const longPrograms = [
  {
    name: 'zip-6g',
    about: 'an archive of 6 GiB, and what memory it takes',
    command: tool('tsx', 'test/long/zip-6g.ts'),
  },
  {
    name: 'zip-many',
    about: 'an archive of 100,000 files, broken off and resumed twenty times',
    command: tool('tsx', 'test/long/zip-many.ts'),
  },
  {
    name: 'thumbnails',
    about: '500 photos of 12 megapixels and the hostile ones: time, memory, and bytes of a grid of 100',
    command: typescript('test/long/thumbnails.ts'),
  },
  {
    name: 'first-impression',
    about: 'a link with 63 photos on a slow line and a slow processor, beside a static page of the same',
    command: typescript('test/long/first-impression.ts'),
  },
  {
    name: 'scan',
    about: 'clamd killed ten times during 500 files; what a scan of 10,000 small and 200 large files takes',
    command: typescript('test/long/scan.ts'),
  },
  {
    name: 'live-many',
    about: '500 pages that listen to their shares on one node: what they cost, and how soon they hear',
    command: typescript('test/long/live-many.ts'),
  },
  {
    name: 'webhooks',
    about: '1,000 events to a receiver that fails by half, from two nodes of which the sending one is killed',
    command: typescript('test/long/webhooks.ts'),
  },
  {
    name: 'moved-rows',
    about: 'a database of 100,000 shares of an earlier version is migrated, and all that waited is told once',
    command: typescript('test/long/moved-rows.ts'),
  },
  {
    name: 'slow-upload',
    about: 'an upload of six minutes, and one that stalls',
    command: tool('tsx', 'test/long/slow-upload.ts'),
  },
  {
    name: 'browser-upload',
    about: 'what 10,000 small files and a large one cost a browser',
    command: typescript('test/long/browser-upload.ts'),
  },
  {
    name: 'cli-killed',
    about: 'the command sends and gets 2,000 files of 3 GB, killed twenty times each',
    command: typescript('test/long/cli-killed.ts'),
  },
  {
    name: 'kill-creations',
    about:
      'the server is killed ten times amid 500 small files, by command, curl, page and two nodes: each is there once',
    command: typescript('test/long/kill-creations.ts'),
  },
  {
    name: 'sealed',
    about: 'a sealed file of 2 GB beside an ordinary one, by the command and in a browser: speed and memory',
    command: typescript('test/long/sealed.ts'),
  },
  {
    name: 'sealed-cuts',
    about: 'a sealed file of 2 GB in a browser, over a line that is cut again and again',
    command: typescript('test/long/sealed-cuts.ts'),
  },
  {
    name: 'import-killed',
    about: 'an import of 5 GB, killed ten times and started again',
    command: typescript('test/long/import-killed.ts'),
  },
  {
    name: 'import-sign-in',
    about: '1,000 wrong passwords for imported accounts, ours and nobody’s',
    command: typescript('test/long/import-sign-in.ts'),
  },
  {
    name: 'even-time',
    about: '1,000 wrong and forgotten passwords of each kind of account and of nobody',
    command: typescript('test/long/even-time.ts'),
  },
  {
    name: 'import-mariadb',
    about: 'Sharry’s samples out of a MariaDB, which apt installs',
    command: besideMariadb(tool('vitest', 'run', '--project', 'code', 'mariadb')),
  },
  {
    name: 'request-month',
    about: '40 people asked for 6 things, a month of mails against a table, the sender killed ten times',
    command: tool('vitest', 'run', '--project', 'code', '--test-timeout=600000', 'request/month'),
    env: all,
  },
  {
    name: 'nodes-killed',
    about: '200 uploads over two nodes that are killed, into a folder and into a bucket',
    command: besideBucket(tool('vitest', 'run', '--project', 'start', 'nodes-killed')),
    env: all,
  },
  {
    name: 'buckets',
    about: 'every fault at every step of an upload, every import into a bucket, and a copy of 1,000 files',
    command: besideBucket(
      tool('vitest', 'run', '--project', 'code', 'bucket-faults', 'into-bucket', 'bucket-copy'),
    ),
    env: all,
  },
  {
    name: 'starts',
    about:
      'the developer’s server, first starts killed at any moment, all imported links in a folder and a bucket',
    command: besideBucket(tool('vitest', 'run', '--project', 'start', 'dev', 'crash', 'imported-links')),
    env: all,
  },
  {
    name: 'gate',
    about: 'every call by every stranger, in every spelling and with odd bytes; every link in every state',
    command: tool('vitest', 'run', '--project', 'api', 'gate-', 'odd-bytes'),
    env: all,
  },
  {
    name: 'session-lives',
    about: 'a browser’s upload of five minutes over sessions of one',
    command: tool('playwright', 'test', 'session-lives'),
    env: all,
  },
  {
    name: 'everywhere',
    about: 'the ways in and out of an account, in English and German, on desktop and phone',
    command: tool('playwright', 'test', '--project', 'desktop *', '--project', 'phone *'),
    env: all,
  },
  {
    name: 'themes',
    about: 'accessibility of every screen and each of its states, in both themes, and their handling',
    command: tool('playwright', 'test', 'accessibility', 'handling', 'photos'),
    env: all,
  },
  {
    name: 'surroundings',
    about: 'zones, words, databases, places, networks and nodes, all of them',
    command: typescript('test/surroundings/run.ts'),
  },
  {
    name: 'browsers',
    about: 'the main journeys in Firefox and WebKit',
    command: typescript('test/browsers/run.ts'),
  },
  {
    name: 'release',
    about: 'a release without npm and network: start, backup, update and the way back (as root)',
    command: offline(typescript('test/long/release.ts')),
  },
  {
    name: 'same-release',
    about: 'two releases of this commit, in other folders, zones, languages, accounts: the same bytes',
    command: typescript('test/long/same-release.ts'),
  },
  {
    name: 'verify',
    about:
      'a release as a server, and changed copies of it: slipway verify names what differs, and nothing else',
    command: typescript('test/long/verify.ts'),
  },
  {
    name: 'major',
    about: 'a database of an earlier PostgreSQL is moved by the start, which is killed again and again',
    command: typescript('test/long/major.ts'),
  },
  {
    name: 'proxies',
    about: 'sign-in, 3 GB and a forged login behind nginx, Apache, HAProxy and Caddy as they are documented',
    command: nice(typescript('test/long/proxies.ts')),
  },
  {
    name: 'templates',
    about: 'the chart and the templates of deploy/, by the linters and schemas that npm has',
    command: typescript('test/long/templates.ts'),
  },
  {
    name: 'random-mutants',
    about: '300 small changes at random places, and how many the nearest tests notice',
    command: nice([process.execPath, ['test/mutants/random.mjs']]),
  },
  {
    name: 'image',
    about: 'the image, by Debian’s podman, in every way that people run images (as root)',
    command: [process.execPath, ['scripts/prove-image.mjs']],
  },
  faults('backup', 'a backup made under load brings everything back'),
  faults('bucket', 'a bucket that is cut off, busy, late and killed'),
  faults('database', 'PostgreSQL stopped, crashed, frozen and slow'),
  faults('disk-full', 'full disks, of files and of the database'),
  faults('fuzz', '30,000 requests of nonsense'),
  faults('kill-uploads', '200 uploads under a server that is killed every few seconds'),
  faults('osd', 'one of three disks behind a bucket dies'),
  faults('races', 'twenty rounds of everybody at the same moment'),
  faults('histories', 'counters of nodes that are stopped, with clocks apart'),
  faults('load', 'forty people for ten minutes'),
  faults('soak', 'an hour of use with kills, and nothing grows'),
];
