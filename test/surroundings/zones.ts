import fs from 'node:fs';
import type { Family, Line } from './lib/line';

export const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Tokyo',
  'Australia/Lord_Howe',
  'Pacific/Apia',
];

/** Sets the zone like an entry in `postgresql.conf`. */
const zoneOfDatabase =
  (zone: string) =>
  ({ dataDir }: { dataDir: string }) =>
    fs.appendFileSync(`${dataDir}/postgres/data/postgresql.conf`, `\ntimezone = '${zone}'\n`);

const faketime = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`)
  .find((file) => fs.existsSync(file));

/** Uses a temporary folder of its own, because other files would look months old to this clock. */
const setClock =
  'mkdir -p "$HOME/tmp" && export TMPDIR="$HOME/tmp" FAKETIME="+$(($(date -d "$AT" +%s) - $(date +%s)))s" LD_PRELOAD="$CLOCK"';

/** A night when the clock changes: starts at `from`, and forty minutes later at `to`. */
const night = (zone: string, from: string, to: string): Line => ({
  name: `${zone} in the night of ${from.slice(0, 10)}, before and after the clock changes`,
  skipped: !faketime && 'it takes the package faketime',
  shell: setClock,
  env: { TZ: zone, AT: from, CLOCK: faketime ?? '', FAKETIME_DONT_FAKE_MONOTONIC: '1' },
  later: { AT: to },
  before: zoneOfDatabase(zone),
});

export const family: Family = {
  about: 'the zone of the host and of its database',
  lines: () => [
    ...zones.map((zone) => ({ name: zone, env: { TZ: zone }, before: zoneOfDatabase(zone) })),
    {
      name: 'Europe/Berlin, then America/New_York',
      isShort: true,
      env: { TZ: 'Europe/Berlin' },
      before: zoneOfDatabase('Europe/Berlin'),
      later: { TZ: 'America/New_York' },
      between: zoneOfDatabase('America/New_York'),
    },
    night('Europe/Berlin', '2027-03-28T00:30:00Z', '2027-03-28T01:10:00Z'),
    night('America/New_York', '2027-11-07T05:40:00Z', '2027-11-07T06:20:00Z'),
  ],
};
