// `npm run docs:config`: writes docs/operate/configure.md and .env.example from the variables' own declarations.
import fs from 'node:fs';
import { configurationPage, exampleFile } from './lib/config-docs';

fs.mkdirSync('docs', { recursive: true });
fs.writeFileSync('docs/operate/configure.md', configurationPage());
fs.writeFileSync('.env.example', exampleFile());
