import { pdf, png, svg, wav } from './bytes';

const board =
  'Numbers for **Monday’s meeting**. Please read the summary first:\n\n1. `summary.md`\n2. the charts\n\n> Not for forwarding.';

export const shares: StoryShare[] = [
  {
    id: 'board-pack',
    name: 'Board pack Q3',
    description: board,
    password: 'regatta',
    createdDaysAgo: 0.8,
    publication: { views: 4, maxViews: 30, daysAgo: 0.8, daysLeft: 6.2 },
    files: [
      {
        name: 'summary.md',
        type: 'text/markdown',
        bytes: Buffer.from('# Summary\n\nTwo launches, one delay.\n'),
      },
      { name: 'report.pdf', type: 'application/pdf', bytes: pdf('Report Q3', ['Launches: 2', 'Delays: 1']) },
      { path: 'charts', name: 'revenue.svg', type: 'image/svg+xml', bytes: svg('#0f766e') },
      { path: 'charts', name: 'visitors.svg', type: 'image/svg+xml', bytes: svg('#b45309') },
      {
        path: 'charts/raw',
        name: 'numbers.csv',
        type: 'text/csv',
        bytes: Buffer.from('month,visits\nJuly,412\n'),
      },
    ],
  },
  {
    id: 'summer-photos',
    name: 'Summer photos',
    description: 'From the terrace and the harbour.',
    createdDaysAgo: 0.2,
    publication: { views: 2, maxViews: 30, daysAgo: 0.2, daysLeft: 6.8 },
    files: [
      { name: 'Terrasse am Abend.png', type: 'image/png', bytes: png([40, 60, 120], [230, 150, 90]) },
      { name: 'Harbour at dawn.png', type: 'image/png', bytes: png([150, 190, 220], [250, 230, 200]) },
      { path: 'Klänge', name: 'Möwe.wav', type: 'audio/wav', bytes: wav(880) },
      { name: 'Lies mich zuerst.txt', type: 'text/plain', bytes: Buffer.from('Grüße vom Hafen!\n') },
    ],
  },
  {
    id: 'press-kit-draft',
    name: 'Press kit',
    createdDaysAgo: 0.5,
    files: [{ name: 'logo.svg', type: 'image/svg+xml', bytes: svg('#1d4ed8') }],
  },
  {
    id: 'spring-catalogue',
    name: '春のカタログ 2026年度版 最終校正済み',
    createdDaysAgo: 12,
    publication: { views: 9, maxViews: 30, daysAgo: 10, daysLeft: -3 },
    files: [{ name: 'カタログ.pdf', type: 'application/pdf', bytes: pdf('Catalogue', ['Spring 2026']) }],
  },
  {
    id: 'quartet-score',
    name: 'Score for the quartet',
    createdDaysAgo: 1,
    publication: { views: 2, maxViews: 2, daysAgo: 1, daysLeft: 6 },
    files: [{ name: 'first-violin.wav', type: 'audio/wav', bytes: wav(660) }],
  },
  {
    id: 'wifi-note',
    name: 'Guest Wi-Fi',
    description: 'Network **slipway-guest**, password `low-tide-7`.',
    createdDaysAgo: 3,
    publication: { views: 1, maxViews: 10, daysAgo: 3, daysLeft: 4 },
  },
  {
    id: 'withdrawn-offer',
    name: 'Offer no. 1107',
    createdDaysAgo: 6,
    publication: { views: 1, maxViews: 30, daysAgo: 6, daysLeft: 1, enabled: false },
    files: [{ name: 'offer.pdf', type: 'application/pdf', bytes: pdf('Offer 1107', ['Withdrawn.']) }],
  },
  {
    id: 'captains-badges',
    name: 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenentwürfe – endgültige Fassung mit allen Anmerkungen',
    createdDaysAgo: 8,
    publication: { views: 0, maxViews: 30, daysAgo: 1, daysLeft: 13 },
    files: [{ name: 'Abzeichen.svg', type: 'image/svg+xml', bytes: svg('#7c3aed') }],
  },
  {
    id: 'raw-footage',
    name: 'Raw footage',
    createdDaysAgo: 5,
    publication: { views: 3, maxViews: 30, daysAgo: 5, daysLeft: 2 },
    files: [{ name: 'camera-2.mov', type: 'video/quicktime', bytes: 'three gigabytes' }],
  },
  {
    id: 'broken-off',
    name: 'Broken off halfway',
    createdDaysAgo: 1.2,
    files: [
      { name: 'arrived.txt', type: 'text/plain', bytes: Buffer.from('This one made it.\n') },
      { name: 'interview.wav', type: 'audio/wav', bytes: wav(440), arrived: 4000 },
    ],
  },
  { id: 'empty-draft', name: null, createdDaysAgo: 9 },
  {
    id: 'application-1',
    name: 'Application of Mary S.',
    description: 'Looking forward to hearing from you.',
    alias: 'applications',
    createdDaysAgo: 1.5,
    notified: true,
    files: [{ name: 'cv.pdf', type: 'application/pdf', bytes: pdf('Mary S.', ['Aeronautics']) }],
  },
  {
    id: 'belege-maerz',
    owner: 'grace',
    name: 'Belege März',
    alias: 'scans-office-2',
    createdDaysAgo: 20,
    files: [{ name: 'Beleg 1.png', type: 'image/png', bytes: png([250, 250, 245], [200, 200, 190]) }],
  },
];

export type StoryFile = {
  path?: string;
  name: string;
  type: string;
  bytes: Buffer | 'three gigabytes';
  arrived?: number;
};
export type StoryShare = {
  id: string;
  name: string | null;
  createdDaysAgo: number;
  owner?: string;
  description?: string;
  password?: string;
  alias?: string;
  notified?: boolean;
  publication?: { views: number; maxViews: number; daysAgo: number; daysLeft: number; enabled?: boolean };
  files?: StoryFile[];
};
