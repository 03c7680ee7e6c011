// `npm run dev`: installs what is missing, then hands over to dev.ts, which may use all of the product's code.
import { runTypeScript } from './lib/run-typescript.mjs';
import { step } from './lib/step.mjs';

await runTypeScript('scripts/dev.ts', async () => {
  await step('Building the PDF viewer', process.execPath, ['scripts/bundle-pdf.mjs']);
  await step('Building the command', process.execPath, ['scripts/bundle-cli.mjs']);
  await step('Building the service worker', process.execPath, ['scripts/bundle-worker.mjs']);
  await step('Building the server', process.execPath, ['scripts/bundle.mjs']);
});
