// `npm run screenshots`: takes the screens of the production build, told by the seed's story, into docs/screenshots. The
// Japanese ones need a font that has the signs, such as Debian's fonts-ipafont-gothic.
import { ensureBuilt } from './lib/build.mjs';
import { ensureChromium } from './lib/install-chromium.mjs';
import { runTypeScript } from './lib/run-typescript.mjs';

await runTypeScript('scripts/screenshots.ts', async () => {
  await ensureChromium();
  await ensureBuilt();
});
