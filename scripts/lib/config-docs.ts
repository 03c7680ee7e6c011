import { isSettingName } from '@/lib/domain/server-settings';
import { variableGroups, variables } from '@/lib/server/config/variables';

type Row = { name: string; kind: string; fallback: string; text: string };
type Section = { title: string; rows: Row[] };

/** Set first by most installations; the other sections leave them out. */
const first = [
  'BASE_URL',
  'TRUSTED_PROXIES',
  'HOST',
  'DATA_DIR',
  'MAX_SIZE',
  'DEFAULT_VALIDITY',
  'SIGNUP_MODE',
  'SMTP_URL',
  'MAIL_FROM',
  'APP_NAME',
] as const satisfies readonly (keyof typeof variables)[];

function sections(): Section[] {
  const groups = Object.entries(variableGroups).map(([title, group]) => ({
    title,
    rows: Object.keys(group)
      .filter((name) => !(first as readonly string[]).includes(name))
      .map(rowOf),
  }));
  return [{ title: 'First', rows: first.map(rowOf) }, ...groups];
}

/** @throws when a variable lacks a description */
function rowOf(name: string): Row {
  const schema = Object.entries(variables).find(([one]) => one === name)?.[1];
  const { description, kind, example } = schema?.meta() ?? {};
  if (!description || typeof kind !== 'string') throw new Error(`${name} lacks .describe() or its kind.`);
  return { name, kind, fallback: String(example ?? ''), text: description };
}

const before = `# Configuration

Admins set address, mail, registration, limits, look, legal pages and sign-in providers (here with ◆) under **Server**, for
all nodes within seconds. Without a browser:

\`\`\`
npm run settings -- list                    # or get NAME, unset NAME
npm run settings -- set BASE_URL https://files.example.org
\`\`\`

What the environment sets wins, and is locked there. Everything else comes from it alone:

\`\`\`
cp .env.example .env      # then uncomment what you want to change
npm start
\`\`\`

All are optional, from the environment or else a file \`.env\` where Slipway starts. A wrong value stops the start and
says what is allowed; an empty one counts as unset. Sizes use steps of 1024 (\`512K\`, \`1.5G\`), durations are words
(\`14 days\`). Of several words, the bold one is the default.

In a \`.env\`, put values with \`#\`, spaces or quotes between single quotes. For systemd or \`docker --env-file\`, comments
need their own line. In Compose, write \`$$\` for \`$\`. \`NODE_EXTRA_CA_CERTS\` (a file with your own authority) works only in
the environment.
`;

export function configurationPage(): string {
  const tables = sections().map(({ title, rows }) => `\n## ${title}\n\n${tableOf(rows)}`);
  return `${before}${tables.join('')}
\`npm run docs:config\` makes this page and \`.env.example\` from \`lib/server/config\`.
`;
}

const tableOf = (rows: Row[]): string =>
  `| Variable | Default | Meaning |\n|---|---|---|\n${rows.map(lineOf).join('')}`;

const lineOf = (row: Row): string =>
  `| \`${row.name}\`${isSettingName(row.name) ? ' ◆' : ''} | ${defaultOf(row)} | ${row.text.replaceAll('|', '\\|')} |\n`;

/** The default; of several words that are allowed, all of them; without a default, the kind of value. */
function defaultOf({ kind, fallback }: Row): string {
  if (fallback === '') return kind === 'text' ? '' : `*${kind}*`;
  const words = kind.split(/, | or /);
  const isFlag = kind === 'true or false' || kind === 'on or off';
  if (isFlag || !words.includes(fallback)) return `\`${fallback}\``;
  return words.map((word) => (word === fallback ? `**\`${word}\`**` : `\`${word}\``)).join(', ');
}

export function exampleFile(): string {
  const parts = sections().map(({ title, rows }) => `#\n# ${title}\n#\n\n${rows.map(blockOf).join('\n')}`);
  return `# Copy to .env and uncomment what you want to change. See docs/operate/configure.md.\n\n${parts.join('\n')}`;
}

const blockOf = ({ name, fallback, text }: Row): string =>
  `# ${plain(text)}\n# ${name}=${quoted(fallback)}\n`;

const plain = (text: string) =>
  text.replaceAll('`', '').replace(/\[[^\]]*\]\(([\w-]+\.md)\)/g, 'docs/operate/$1');

const quoted = (value: string) => (/[\s#"]/.test(value) ? `"${value}"` : value);
