// `npm run docs:reliability`: writes the figures of docs/reliability.md from test/faults/results.
import fs from 'node:fs';
import { reliabilityPage } from './lib/reliability-docs';

fs.writeFileSync('docs/reliability.md', reliabilityPage());
