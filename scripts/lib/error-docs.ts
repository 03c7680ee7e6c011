import { type ErrorCode, errors } from '@/lib/contract/errors';
import { withoutBranches } from '@/lib/domain/plain-message';
import en from '@/messages/en.json';

const before = `# Error codes

This page lists every code that the [API](api.md) answers with, for people who write programs. Codes are stable; texts are for people, in the language of \`Accept-Language\`, and may change. Which call answers with which code is in its [reference](api.md), at \`/api/doc\` of your server.

A status of 200 is a refusal that a person can do something about: \`success\` is \`false\`, and \`code\` says why. Words in ‹brackets› are filled in.
`;

/** Makes docs/use/errors.md of the table of errors. */
export function errorPage(): string {
  const codes = Object.keys(errors) as ErrorCode[];
  const groupOf = (code: ErrorCode) => code.split('.')[0] ?? '';
  const sections = [...new Set(codes.map(groupOf))].map((group) =>
    table(
      group,
      codes.filter((code) => groupOf(code) === group),
    ),
  );
  return `${[before, ...sections].join('\n')}\n## Related\n\n- [The API by example](api.md), [problems with links and uploads](problems.md)\n`;
}

function table(group: string, codes: readonly ErrorCode[]): string {
  const rows = codes.map((code) => [`\`${code}\``, String(errors[code].status), textOf(code)]);
  const all = [['Code', 'Status', 'Meaning'], ...rows];
  const widths = [0, 1, 2].map((at) => Math.max(...all.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const rule = line(widths.map((width) => '-'.repeat(width)));
  return `## ${group}\n\n${[line(all[0] ?? []), rule, ...all.slice(1).map(line)].join('\n')}\n`;
}

function textOf(code: ErrorCode): string {
  const [group = '', name = ''] = code.split('.');
  const texts: Record<string, Record<string, string>> = en.errors;
  return withoutBranches(texts[group]?.[name] ?? '')
    .replace(/\{(\w+)\}/g, '‹$1›')
    .replace(/<(\w+)>/g, '‹$1›')
    .replaceAll('|', '\\|');
}
