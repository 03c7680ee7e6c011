// What the image holds beside the release, as components of a CycloneDX bill.

/**
 * @param {{ components?: object[] }} bill
 * @param {{ node: string, ffmpeg: string, debian: string }} found version, what `ffmpeg -version` prints, dpkg's status
 */
export function withImageParts(bill, { node, ffmpeg, debian }) {
  const [, version = ''] = /^ffmpeg version (\S+)/.exec(ffmpeg) ?? [];
  if (!version) throw new Error('ffmpeg doesn’t say which version it is.');
  const own = [
    program('node', node, 'pkg:generic/node', 'nodejs:node.js'),
    program('ffmpeg', version, 'pkg:generic/ffmpeg', 'ffmpeg:ffmpeg'),
  ];
  return { ...bill, components: [...(bill.components ?? []), ...own, ...packagesOf(debian)] };
}

/** @param {string} product of a CPE name, which lists of vulnerabilities go by */
export function program(name, version, purl, product) {
  return {
    'bom-ref': `${purl}@${version}`,
    type: 'application',
    name,
    version,
    purl: `${purl}@${version}`,
    cpe: `cpe:2.3:a:${product}:${version}:*:*:*:*:*:*:*`,
  };
}

/** @param {string} status of dpkg: a paragraph for each package */
function packagesOf(status) {
  return status.split('\n\n').flatMap((paragraph) => {
    const field = (name) => new RegExp(`^${name}: (.+)$`, 'm').exec(paragraph)?.[1];
    const [name, version, arch] = ['Package', 'Version', 'Architecture'].map(field);
    if (!name || !version || !/ installed$/.test(field('Status') ?? '')) return [];
    const purl = `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${arch}`;
    return [{ 'bom-ref': purl, type: 'library', name, version, purl }];
  });
}
