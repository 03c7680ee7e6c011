// `npm run docs:config`: writes docs/operate/configure.md and .env.example from the variables' own declarations, and
// docs/use/errors.md from the table of errors.
import fs from 'node:fs';
import { configurationPage, exampleFile } from './lib/config-docs';
import { errorPage } from './lib/error-docs';

fs.mkdirSync('docs', { recursive: true });
fs.writeFileSync('docs/operate/configure.md', configurationPage());
fs.writeFileSync('docs/use/errors.md', errorPage());
fs.writeFileSync('.env.example', exampleFile());
