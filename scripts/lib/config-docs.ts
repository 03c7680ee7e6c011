import { variables } from '@/lib/server/config/variables';

type Row = { name: string; kind: string; fallback: string; text: string };

/** @throws when a variable was declared without its words */
function rows(): Row[] {
  return Object.entries(variables).map(([name, schema]) => {
    const { description, kind, example } = schema.meta() ?? {};
    if (!description || typeof kind !== 'string') throw new Error(`${name} lacks .describe() or its kind.`);
    return { name, kind, fallback: String(example ?? ''), text: description };
  });
}

const before = `# Configuration

Slipway reads its settings from environment variables, and from a file \`.env\` in the folder it is started from; the
environment counts more. All of them are optional. A wrong one stops the start with a sentence that says what is
allowed. An empty variable counts as unset.

Sizes are in steps of 1024 (\`512K\`, \`10M\`, \`1.5G\`), durations are words (\`30 seconds\`, \`8 minutes\`, \`14 days\`).

In a \`.env\` a \`#\` begins a comment: put a value that has one, or spaces or quotes, between single quotes. Files that
systemd or \`docker --env-file\` read know comments only as lines of their own. Compose expands \`$\`: write \`$$\`.
\`NODE_EXTRA_CA_CERTS\`, a file with an authority of your own (for database, bucket, mail or provider), is read by Node
before everything else: set it in the environment (the unit, \`compose.override.yaml\`), not in \`.env\`.

| Variable | Kind | Default | Meaning |
|---|---|---|---|
`;

/** docs/operate/configure.md */
export function configurationPage(): string {
  const lines = rows().map(
    ({ name, kind, fallback, text }) =>
      `| \`${name}\` | ${kind} | ${fallback && `\`${fallback}\``} | ${text.replaceAll('|', '\\|')} |\n`,
  );
  return `${before}${lines.join('')}
This page and \`.env.example\` are made from \`lib/server/config\` by \`npm run docs:config\`.
`;
}

/** .env.example: every variable, with its default, switched off. */
export function exampleFile(): string {
  const blocks = rows().map(
    ({ name, fallback, text }) => `# ${plain(text)}\n# ${name}=${quoted(fallback)}\n`,
  );
  return `# Copy to .env and take away the "#" of what you want to change. See docs/operate/configure.md.\n\n${blocks.join('\n')}`;
}

/** Links of the page lead to its neighbours; here they are named from the top of the repository. */
const plain = (text: string) =>
  text.replaceAll('`', '').replace(/\[[^\]]*\]\(([\w-]+\.md)\)/g, 'docs/operate/$1');

const quoted = (value: string) => (/[\s#"]/.test(value) ? `"${value}"` : value);
