import type { Family, Line } from './lib/line';
import { ForeignPostgres } from './lib/postgres';

let postgres: ForeignPostgres | null = null;

/** Settings that an administrator may give the role, one by one and together. */
const settings = {
  timezone: "'America/New_York'",
  datestyle: "'German'",
  intervalstyle: "'sql_standard'",
  default_transaction_isolation: "'serializable'",
  standard_conforming_strings: 'off',
  bytea_output: "'escape'",
  extra_float_digits: '-15',
  statement_timeout: "'2s'",
  lock_timeout: "'1s'",
};

const alterRole = (role: string, name: string, value: string) => `ALTER ROLE ${role} SET ${name} = ${value}`;
const alterRoleAll = (role: string) =>
  Object.entries(settings).map(([name, value]) => alterRole(role, name, value));

export const family: Family = {
  about: 'a PostgreSQL of the administrator’s, with a role that is nobody special',
  lines: async () => {
    const server = await ForeignPostgres.open().catch((error: Error) => error);
    // Needs openssl, and binaries that an unprivileged account can run.
    if (server instanceof Error) return [{ name: 'all of them', isShort: true, skipped: server.message }];
    postgres = server;
    const line = (
      role: string,
      name: string,
      more: Partial<Line> & { made?: string; afterwards?: string[] } = {},
    ): Line => {
      const { made = '', afterwards = [], ...rest } = more;
      return {
        databaseUrl: server.url(role),
        ...rest,
        name,
        before: () => server.make(role, made, afterwards),
      };
    };
    const icu = (locale: string) => `LOCALE_PROVIDER icu ICU_LOCALE '${locale}' LOCALE 'C.UTF-8'`;
    const ca = encodeURIComponent(server.authority);
    return [
      line('plain', `${server.version}, collation C`, { made: "LOCALE 'C'" }),
      line('settled', `settings of the role: ${Object.keys(settings).join(', ')}`, {
        afterwards: alterRoleAll('settled'),
        isShort: true,
      }),
      line('numeric', 'collation de-DE-u-kn of ICU', { made: icu('de-DE-u-kn') }),
      line('turkish', 'collation tr of ICU', { made: icu('tr'), refused: 'a small I is not i' }),
      line('latin', 'encoding LATIN1', {
        made: "ENCODING 'LATIN1' LOCALE 'C'",
        refused: 'keeps its text as LATIN1',
      }),
      line('schema', 'search_path of a schema of its own', {
        afterwards: [
          'CREATE SCHEMA "schema" AUTHORIZATION "schema"',
          alterRole('schema', 'search_path', '"schema"'),
        ],
        refused: 'SET search_path = public',
      }),
      line('guest', 'a role that may not fill the database', {
        afterwards: ['ALTER DATABASE guest OWNER TO postgres', 'GRANT ALL ON SCHEMA public TO guest'],
        refused: 'GRANT CREATE ON DATABASE "guest" TO "guest"',
      }),
      line('helped', 'a role that owns no database and got the rights and pg_trgm from the administrator', {
        afterwards: [
          'ALTER DATABASE helped OWNER TO postgres',
          'GRANT CREATE ON DATABASE helped TO helped',
          'GRANT ALL ON SCHEMA public TO helped',
          'CREATE EXTENSION pg_trgm',
        ],
      }),
      line('stranger', 'a role that may not make tables', {
        afterwards: ['ALTER DATABASE stranger OWNER TO postgres'],
        refused: 'GRANT CREATE, USAGE ON SCHEMA public TO "stranger"',
      }),
      line('tls', 'TLS required, a private authority in sslrootcert', {
        databaseUrl: server.url('tls', `?sslmode=verify-full&sslrootcert=${ca}`),
      }),
      line('extra', 'TLS, the authority in NODE_EXTRA_CA_CERTS', {
        databaseUrl: server.url('extra', '?sslmode=verify-full'),
        env: { NODE_EXTRA_CA_CERTS: server.authority },
      }),
      { name: 'TLS required and not asked for', databaseUrl: server.url('tls'), refused: 'no encryption' },
      {
        name: 'TLS with an authority that nobody named',
        databaseUrl: server.url('tls', '?sslmode=verify-full'),
        refused: 'DATABASE_URL must lead to a PostgreSQL that lets us in',
      },
    ];
  },
  close: async () => {
    await postgres?.close();
    postgres = null;
  },
};
