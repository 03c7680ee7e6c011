import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
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
