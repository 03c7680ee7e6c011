// Takes out of Next's build what differs from one run or folder to the next, so that one commit makes one release.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { root } from './step.mjs';

const next = (file) => path.join(root, '.next', file);
const of = (what, sources) => createHash('sha256').update(`slipway ${what} ${sources}`);

/** Without a and d, which side by side make blockers of advertisements take a script for one. */
const letters = 'bcefghjklmnpqrst';

/** @param {string} sources their fingerprint */
export const pagesId = (sources) =>
  sources.slice(0, 20).replace(/./g, (digit) => letters[Number.parseInt(digit, 16)]);

/** For Next, in place of random ones. We have neither server actions nor previews, which such keys protect. */
export const buildSettings = (sources) => ({
  NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: of('actions', sources).digest('base64'),
});

/** @param {string} sources their fingerprint */
export function settle(sources) {
  const preview = {
    previewModeId: of('preview', sources).digest('hex').slice(0, 32),
    previewModeSigningKey: of('preview signing', sources).digest('hex'),
    previewModeEncryptionKey: of('preview encryption', sources).digest('hex'),
  };
  change('prerender-manifest.json', (manifest) => ({ ...manifest, preview }));
  change('server/preview-props.json', (props) => ({ ...props, ...preview }));
  change('required-server-files.json', withoutRoot);
  change('required-server-files.js', withoutRoot);
}

/** A file of JSON, or a script that assigns JSON. */
function change(file, changed) {
  const [, before, json, after] = /^([^{[]*)([\s\S]*?)(;?\s*)$/.exec(fs.readFileSync(next(file), 'utf8'));
  fs.writeFileSync(next(file), before + JSON.stringify(changed(JSON.parse(json)), null, 2) + after);
}

/** The folder of the build is nobody's business, and isn't there where a release runs. */
const withoutRoot = (value) =>
  JSON.parse(JSON.stringify(value, (_, one) => (one === root ? '/slipway' : one)));
