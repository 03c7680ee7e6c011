import type { Family } from './lib/line';

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Tokyo',
  'Australia/Lord_Howe',
  'Pacific/Apia',
];

export const family: Family = {
  about: 'the zone of the host',
  lines: () => [
    ...zones.map((zone) => ({ name: zone, env: { TZ: zone } })),
    {
      name: 'Europe/Berlin, then America/New_York',
      env: { TZ: 'Europe/Berlin' },
      later: { TZ: 'America/New_York' },
    },
  ],
};
