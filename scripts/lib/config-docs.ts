import { variables } from '@/lib/server/config/variables';

type Row = { name: string; kind: string; fallback: string; text: string };

/** @throws when a variable lacks a description */
function rows(): Row[] {
  return Object.entries(variables).map(([name, schema]) => {
    const { description, kind, example } = schema.meta() ?? {};
    if (!description || typeof kind !== 'string') throw new Error(`${name} lacks .describe() or its kind.`);
    return { name, kind, fallback: String(example ?? ''), text: description };
  });
}

const before = `# Configuration

\`\`\`
cp .env.example .env      # then uncomment what you want to change
npm start
\`\`\`

All settings are optional. Slipway reads them from environment variables, and from a file \`.env\` in the folder where it
starts; the environment wins. A wrong value stops the start with a sentence that says what is allowed. An empty one
counts as unset. Sizes use steps of 1024 (\`512K\`, \`10M\`, \`1.5G\`). Durations are words (\`30 seconds\`, \`8 minutes\`, \`14 days\`).

In a \`.env\`, put values with \`#\`, spaces or quotes between single quotes. In files for systemd or \`docker --env-file\`,
comments need their own line. In Compose, write \`$$\` for \`$\`. Set \`NODE_EXTRA_CA_CERTS\` (a file with your own authority, for
database, bucket, mail or provider) in the environment, because Node reads it before \`.env\`.

| Variable | Kind | Default | Meaning |
|---|---|---|---|
`;

export function configurationPage(): string {
  const lines = rows().map(
    ({ name, kind, fallback, text }) =>
      `| \`${name}\` | ${kind} | ${fallback && `\`${fallback}\``} | ${text.replaceAll('|', '\\|')} |\n`,
  );
  return `${before}${lines.join('')}
\`npm run docs:config\` makes this page and \`.env.example\` from \`lib/server/config\`.
`;
}

export function exampleFile(): string {
  const blocks = rows().map(
    ({ name, fallback, text }) => `# ${plain(text)}\n# ${name}=${quoted(fallback)}\n`,
  );
  return `# Copy to .env and uncomment what you want to change. See docs/operate/configure.md.\n\n${blocks.join('\n')}`;
}

const plain = (text: string) =>
  text.replaceAll('`', '').replace(/\[[^\]]*\]\(([\w-]+\.md)\)/g, 'docs/operate/$1');

const quoted = (value: string) => (/[\s#"]/.test(value) ? `"${value}"` : value);
