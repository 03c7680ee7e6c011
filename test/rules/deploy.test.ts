import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { variables } from '@/lib/server/config/variables';
import { probePaths } from '@/lib/server/runtime/routes';
import { parseDockerfile } from '../../scripts/prove-image/dockerfile.mjs';

const read = (file: string) => fs.readFileSync(file, 'utf8');
const { version } = JSON.parse(read('package.json')) as { version: string };
const image = parseDockerfile(read('Dockerfile')).at(-1)?.instructions ?? [];
const textOf = (command: string) => image.find((one) => one.command === command)?.text ?? '';
const [port, volume] = [textOf('EXPOSE'), textOf('VOLUME')];

const environmentOf = (text: string) =>
  [...text.matchAll(/(?:name:|"name":|Target=|container:|^ {6}) ?"?([A-Z][A-Z0-9]*_[A-Z0-9_]+)\b/gm)].map(
    ([, name = '']) => name,
  );

/** Set by Umbrel’s own proxy. */
const foreign = ['APP_HOST', 'APP_PORT', 'PROXY_AUTH_ADD'];

const templates = [
  'kubernetes.yaml',
  'unraid.xml',
  'truenas.yaml',
  'casaos.yaml',
  'portainer.json',
  'umbrel/docker-compose.yml',
].map((name) => [name, read(`deploy/${name}`)] as const);

describe.each(templates)('%s', (name, text) => {
  test('starts the image of this version', () => {
    const images = [...text.matchAll(/(?:image"?:|<Repository>) ?"?([\w./-]+:[\w.-]+)/g)].map(
      ([, one]) => one,
    );
    expect(images).toEqual([`localhost/slipway:${version}`]);
  });

  test('has the image’s port and volume', () => {
    expect(text).toMatch(new RegExp(`(Target="|target: |containerPort: |"\\d+:|APP_PORT: )${port}\\b`));
    expect(text).toMatch(new RegExp(`(:|Target="|target: |mountPath: |container": ")${volume}\\b`));
  });

  test('sets what is a setting, and leaves to the image what is the image’s', () => {
    const names = environmentOf(text).filter((one) => !foreign.includes(one));
    expect(names).toContain('BASE_URL');
    expect(names.filter((one) => !Object.hasOwn(variables, one))).toEqual([]);
    expect(names).not.toContain('DATA_DIR');
  });

  test.skipIf(name === 'portainer.json')('needs no right, and writes to its volume only', () => {
    expect(text).toMatch(/read_only: true|--read-only|readOnlyRootFilesystem: true/);
    expect(text).toMatch(/cap_drop: \[ALL\]|--cap-drop ALL|drop: \[ALL\]/);
    expect(text).toMatch(/no-new-privileges|allowPrivilegeEscalation: false/);
    expect(text).not.toMatch(/privileged"?: true|<Privileged>true/);
  });

  test('bounds memory and log, or names what does', () => {
    if (name === 'portainer.json') return expect(text).toMatch(/make a stack of compose\.yaml/);
    expect(text).toMatch(/mem_limit: 2g|--memory 2g|limits: { memory: 2Gi }/);
    // Kubernetes' nodes bound the log of each container.
    if (name !== 'kubernetes.yaml')
      expect(text).toMatch(/max-size: 10m, max-file: "3"|--log-opt max-size=10m --log-opt max-file=3/);
  });
});

describe('the chart', () => {
  const chart = parse(read('deploy/helm/Chart.yaml'));
  const values = parse(read('deploy/helm/values.yaml'));
  const deployment = read('deploy/helm/templates/deployment.yaml');

  test('is of this version, and starts its image', () => {
    expect(chart).toMatchObject({ version, appVersion: version });
    expect(values.image).toMatchObject({ repository: 'localhost/slipway', tag: '' });
  });

  test('has the image’s port and volume, and asks whether it runs', () => {
    expect(deployment).toContain(`containerPort: ${port}\n`);
    expect(deployment).toContain(`mountPath: ${volume}\n`);
    const asked = [...deployment.matchAll(/path: (\/\w+)/g)].map(([, path]) => path);
    expect(asked).toEqual(['/healthz', '/healthz', '/readyz']);
    expect(probePaths).toEqual(expect.arrayContaining(asked));
  });

  test('names settings only', () => {
    const named = [
      ...environmentOf(deployment),
      ...[...deployment.matchAll(/"([A-Z0-9_]+)"/g)].map(([, one]) => one),
    ];
    expect(named).toEqual(expect.arrayContaining(['BASE_URL', 'DATABASE_URL', 'AUTH_SECRET']));
    expect(named.filter((one) => !Object.hasOwn(variables, one ?? ''))).toEqual([]);
  });

  test('its schema lists all values that it has', () => {
    const { properties } = JSON.parse(read('deploy/helm/values.schema.json'));
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(values)));
  });

  const templates = fs
    .readdirSync('deploy/helm/templates')
    .map((name) => read(`deploy/helm/templates/${name}`));
  const used = templates.flatMap((text) =>
    [...text.matchAll(/\.Values((?:\.\w+)+)/g)].map(([, path = '']) => path),
  );
  const isThere = (path: string) =>
    path === '.settings.STORAGE' ||
    path === '.settings.S3_BUCKET' ||
    path
      .split('.')
      .slice(1)
      .reduce((at, name) => at?.[name], values) !== undefined;

  test('its templates use values that it has, and all of them', () => {
    expect(used.filter((path) => !isThere(path))).toEqual([]);
    const unused = Object.keys(values).filter((name) => !used.some((path) => path.split('.')[1] === name));
    expect(unused).toEqual([]);
  });

  const examples = fs.readdirSync('deploy/helm/ci');
  // Zod reads schemas without "not".
  const schema = z.fromJSONSchema(
    JSON.parse(read('deploy/helm/values.schema.json'), (key, value) => (key === 'not' ? undefined : value)),
  );

  test.each(['', ...examples])('its schema allows its own values and those of %s', (name) => {
    const given = name && parse(read(`deploy/helm/ci/${name}`));
    expect(schema.safeParse({ ...values, ...merged(given) })).toMatchObject({ success: true });
    expect(schema.safeParse({ ...values, ...merged(given), misspelt: 1 })).toMatchObject({ success: false });
  });

  const hasHelm = spawnSync('helm', ['version']).status === 0;

  test.skipIf(!hasHelm).each(['', ...examples])('helm finds nothing to say of it with %s', (name) => {
    const given = name ? ['--values', `deploy/helm/ci/${name}`] : [];
    const run = (...args: string[]) => spawnSync('helm', [...args, ...given], { encoding: 'utf8' });
    expect(run('lint', 'deploy/helm')).toMatchObject({ status: 0 });
    const { status, stdout, stderr } = run('template', 'files', 'deploy/helm');
    if (!name) return expect(stderr).toContain('Set baseUrl to the address');
    expect(stderr).toBe('');
    expect(status).toBe(0);
    const kinds = stdout.split(/^---$/m).map((one) => parse(one)?.kind);
    expect(kinds).toEqual(expect.arrayContaining(['Deployment', 'Service']));
  });

  function merged(given: Record<string, unknown>): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(given).map(([name, value]) => {
        const own = values[name];
        return [name, isGroup(own) && isGroup(value) ? { ...own, ...value } : value];
      }),
    );
  }
});

const isGroup = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

test('compose bounds memory and log of every container', () => {
  const services = Object.values<Record<string, unknown>>(parse(read('compose.yaml')).services);
  for (const { mem_limit, logging } of services) {
    expect(mem_limit).toMatch(/^\dg$/);
    expect(logging).toMatchObject({ options: { 'max-size': '10m', 'max-file': '3' } });
  }
});

test('Kubernetes waits for its answers, and PostgreSQL has shared memory there', () => {
  for (const name of ['kubernetes.yaml', 'helm/templates/deployment.yaml']) {
    const text = read(`deploy/${name}`);
    const probes = text.match(/Probe:[\s\S]*?(?=\n {10}\w)/g) ?? [];
    expect(probes).toHaveLength(3);
    for (const probe of probes) expect(probe).toContain('timeoutSeconds: 5');
    expect(text).toContain('mountPath: /dev/shm');
    expect(text).toMatch(/medium: Memory,?\s+sizeLimit: \d+Mi/);
  }
});

test('the manifest asks whether it runs', () => {
  const asked = [...read('deploy/kubernetes.yaml').matchAll(/path: (\/\w+)/g)].map(([, path]) => path);
  expect(asked).toEqual(['/healthz', '/healthz', '/readyz']);
});

test('on Umbrel, people who only have a link aren’t asked for its password', () => {
  const umbrel = parse(read('deploy/umbrel/umbrel-app.yml'));
  const compose = parse(read('deploy/umbrel/docker-compose.yml'));
  const { APP_HOST, APP_PORT, PROXY_AUTH_ADD } = compose.services.app_proxy.environment;
  expect([APP_HOST, String(APP_PORT), PROXY_AUTH_ADD]).toEqual([`${umbrel.id}_web_1`, port, 'false']);
  expect(umbrel.version).toBe(version);
  expect(compose.services.web.environment.BASE_URL).toContain(`:${umbrel.port}`);
});
