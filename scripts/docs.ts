// `npm run docs [FOLDER]`: makes the site of the documents, for any web server that serves files, or for none.
import path from 'node:path';
import { makeSite } from './docs-site/make-site';

const folder = path.resolve(process.argv[2] ?? 'site');
await makeSite(folder);
process.stdout.write(`Open ${path.join(folder, 'index.html')}\n`);
