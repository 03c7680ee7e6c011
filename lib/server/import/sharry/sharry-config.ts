import 'server-only';
import { BadConfiguration } from '@/lib/server/config';
import { type EnvVariables, type HoconValue, isObject, readHocon } from './hocon';

/** Settings below `sharry.restserver`. `SHARRY_BACKEND_JDBC_URL` overrides `backend.jdbc.url`. */
export type SharryConfig = {
  text: (path: string) => string | null;
  object: (path: string) => { [key: string]: HoconValue };
};

export function readSharryConfig(file: string | null, variables: EnvVariables): SharryConfig {
  const root: HoconValue = file === null ? {} : readHocon(file, variables);
  const at = (path: string): HoconValue | undefined =>
    `sharry.restserver.${path}`
      .split('.')
      .reduce<HoconValue | undefined>((inner, key) => (isObject(inner) ? inner[key] : undefined), root);
  return {
    text: (path) => {
      const value = variables[variableOf(path)] ?? at(path);
      return typeof value === 'string' ? value : null;
    },
    object: (path) => {
      const value = at(path);
      return isObject(value) ? value : {};
    },
  };
}

export const variableOf = (path: string): string => `SHARRY_${path.toUpperCase().replace(/[.-]/g, '_')}`;

const refusal =
  'Sharry’s H2 file can only be read by Sharry’s own H2. Dump it with that, load the dump into an empty PostgreSQL, and set --from to it: see docs/operate/import.md.';

/**
 * Converts Sharry's JDBC URL.
 * @throws BadConfiguration for other databases
 */
export function databaseUrl({ text }: SharryConfig): string {
  const jdbc = text('backend.jdbc.url');
  if (jdbc === null)
    throw new BadConfiguration(
      'Set --config to Sharry’s configuration, or --from to postgres://… of its database.',
    );
  if (jdbc.startsWith('jdbc:h2:')) throw new BadConfiguration(refusal);
  const found = /^jdbc:(postgresql|mariadb|mysql):(?:\/\/([^/]*)\/)?([^?]*)(?:\?(.*))?$/.exec(jdbc);
  if (!found) throw new BadConfiguration('backend.jdbc.url is no PostgreSQL or MariaDB database.');
  const [, kind, host = 'localhost', name = '', query = ''] = found;
  const jdbcOptions = new URLSearchParams(query);
  const url = new URL(`${kind}://${host || 'localhost'}/${name}`);
  url.username = encodeURIComponent(text('backend.jdbc.user') ?? jdbcOptions.get('user') ?? '');
  url.password = encodeURIComponent(text('backend.jdbc.password') ?? jdbcOptions.get('password') ?? '');
  if (kind === 'postgresql') addPostgresOptions(url, jdbcOptions);
  else if (jdbcOptions.has('sslMode') || jdbcOptions.get('useSSL') === 'true')
    url.searchParams.set('ssl', jdbcOptions.get('sslMode')?.startsWith('verify') ? 'verify' : 'trust');
  return url.href;
}

function addPostgresOptions(url: URL, jdbcOptions: URLSearchParams): void {
  const sslMode = jdbcOptions.get('sslmode');
  if (sslMode !== null) url.searchParams.set('sslmode', sslMode);
  const schema = jdbcOptions.get('currentSchema');
  if (schema !== null) url.searchParams.set('options', `-c search_path=${schema}`);
}

export type ConfiguredStore = { name: string; type: string; get: (key: string) => string | null };

export function storesOf({ text, object }: SharryConfig): ConfiguredStore[] {
  const first = text('backend.files.default-store') ?? 'database';
  const names = [
    ...Object.keys(object('backend.files.stores')),
    ...(text('backend.files.stores.ids')?.split(',') ?? []).map((name) => name.trim()),
  ].filter((name) => name !== '' && name !== 'ids');
  return [...new Set([first, ...names])].map((name) => {
    const get = (key: string) => text(`backend.files.stores.${name}.${key}`);
    const type = (get('type') ?? (name === 'database' ? 'database' : '')).toLowerCase().replace(/[-_]/g, '');
    return { name, type, get };
  });
}
