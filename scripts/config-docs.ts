// `npm run docs:config`: writes docs/configuration.md and .env.example from the variables' own declarations.
import fs from 'node:fs';
import { configurationPage, exampleFile } from './lib/config-docs';

fs.mkdirSync('docs', { recursive: true });
fs.writeFileSync('docs/configuration.md', configurationPage());
fs.writeFileSync('.env.example', exampleFile());
