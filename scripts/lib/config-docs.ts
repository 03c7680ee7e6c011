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

const before = `# Settings

This page lists every setting, for operators. You need none of them to start.

Most settings come from environment variables, or from a file \`.env\` in the folder in which Slipway starts:

\`\`\`bash
cp .env.example .env
npm start
\`\`\`

Uncomment what you want to change, then restart. If a value is wrong, Slipway doesn't start, and says what is allowed. An empty value counts as not set.

Admins change the settings with ◆ in the browser, too, under **Server**. They apply on all nodes within seconds. If the environment sets one of them, that value wins, and the page shows it as locked. Without a browser:

\`\`\`bash
npm run settings -- list                    # or get NAME, unset NAME
npm run settings -- set BASE_URL https://files.example.org
\`\`\`

| Type | Write |
|---|---|
| size | \`512K\`, \`10M\`, \`1.5G\`, in steps of 1024 |
| duration | \`30 seconds\`, \`8 minutes\`, \`14 days\` |
| text with \`#\`, spaces or quotes | between single quotes in an \`.env\` |

For systemd and \`docker --env-file\`, comments need lines of their own. In Compose, write \`$$\` for \`$\`. \`NODE_EXTRA_CA_CERTS\` (a file with your own certificate authority) works only in the environment.

Each setting has an address: \`configure.md#max_size\` leads to \`MAX_SIZE\`.
`;

export function configurationPage(): string {
  const tables = sections().map(({ title, rows }) => `\n## ${title}\n\n${tableOf(rows)}`);
  return `${before}${tables.join('')}
\`npm run docs:config\` makes this page and \`.env.example\` from \`lib/server/config\`.
`;
}

const tableOf = (rows: Row[]): string =>
  `| Variable | Type | Default | Meaning |\n|---|---|---|---|\n${rows.map(lineOf).join('')}`;

const lineOf = (row: Row): string => {
  const { name, fallback, text } = row;
  const mark = isSettingName(name) ? ' ◆' : '';
  const value = fallback === '' ? '' : `\`${fallback}\``;
  const anchor = `<a id="${name.toLowerCase()}"></a>`;
  return `| ${anchor}\`${name}\`${mark} | ${typeOf(row)} | ${value} | ${text.replaceAll('|', '\\|')} |\n`;
};

/** Words of which one is the default are all that is allowed. */
function typeOf({ kind, fallback }: Row): string {
  const words = kind.split(/, | or /);
  return words.includes(fallback) ? words.map((word) => `\`${word}\``).join(', ') : kind;
}

export function exampleFile(): string {
  const parts = sections().map(({ title, rows }) => `#\n# ${title}\n#\n\n${rows.map(blockOf).join('\n')}`);
  return `# Copy to .env and uncomment what you want to change. See docs/operate/configure.md.\n\n${parts.join('\n')}`;
}

const blockOf = ({ name, fallback, text }: Row): string =>
  `# ${plain(text)}\n# ${name}=${quoted(fallback)}\n`;

const plain = (text: string) =>
  text
    .replaceAll('`', '')
    .replace(/\[([^\]]*)\]\((?:\.\.\/(use)\/)?([\w-]+\.md)[^)]*\)/g, (_, words, use = 'operate', page) => {
      return `${words} (docs/${use}/${page})`;
    });

const quoted = (value: string) => (/[\s#"]/.test(value) ? `"${value}"` : value);
