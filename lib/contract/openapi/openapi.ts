import { redirectCalls } from '@/lib/contract/byte-calls/redirect-calls';
import { groups } from '..';
import { byteCalls } from '../byte-calls/byte-calls';
import { cookieNames, headerNames } from '../http/names';
import type { Method, OpenApiDocument, Operation } from './document';
import { byteOperation, jsonOperation } from './operations';
import type { ErrorTexts } from './refusals';
import { collectSchemas } from './schemas';

const about: Record<string, string> = {
  info: 'What is running',
  auth: 'Signing in and out',
  signup: 'Registration and invitations',
  account: 'Accounts, for admins',
  audit: 'What happened here, for admins',
  settings: 'My own e-mail address and password',
  token: 'Access tokens: what programs show instead of a session',
  device: 'How programs without a browser get one',
  alias: 'Aliases: inboxes for others, and uploading through them',
  share: 'Shares of mine, and of the aliases whose member I am',
  activity: 'What happened to a share, and of what its owner is told',
  ending: 'What a reminder asks its reader',
  open: 'Published shares, for everybody with the link',
  files: 'Bytes out: files and ZIP files, whole or in parts',
  uploads: 'Bytes in: forms, and resumable uploads by tus 1.0.0, into shares of mine and through an alias',
};

const description = `Calls below \`/open\` need nothing, calls below \`/sec\` a session, calls below \`/admin\` an admin’s session, calls below \`/alias\` the id of an alias in the header \`${headerNames.alias}\`. A session begins with the login and travels in the header \`${headerNames.auth}\` or in the cookie \`${cookieNames.auth}\`; one valid of the two is enough. Programs show an access token instead, in the same header or as \`Authorization: Bearer\`, where the call names a scope.

JSON bodies are read whatever their content type says. Times are milliseconds since 1970, durations milliseconds, sizes bytes. Optional fields of an answer are \`null\`, never absent; fields may be added.

A refusal has \`success: false\`, a \`message\` for people in the language of \`Accept-Language\`, and a stable \`code\` for programs. A known path answers other methods with 405 and \`Allow\`. Any call may answer 503 with \`Retry-After\` while something that it needs is away, or 500.`;

type ApiInfo = { title: string; version: string; baseUrl: string; words: ErrorTexts };

export function openApi({ title, version, baseUrl, words }: ApiInfo): OpenApiDocument {
  const tools = { schemas: collectSchemas(), words };
  const paths: OpenApiDocument['paths'] = {};
  const add = (path: string, method: string, operation: Operation) => {
    paths[path] = { ...paths[path], [method.toLowerCase() as Method]: operation };
  };

  for (const [tag, group] of Object.entries(groups)) {
    for (const [name, call] of Object.entries(group)) {
      add(call.path, call.method, jsonOperation(call, { id: idOf(tag, name), tag }, tools));
    }
  }
  for (const call of [...redirectCalls, ...byteCalls])
    add(call.path, call.method, byteOperation(call, tools));

  const tags = [...Object.keys(groups), ...new Set(byteCalls.map(({ group }) => group))];
  return {
    openapi: '3.1.0',
    info: { title: `${title} API`, version, description },
    servers: [{ url: baseUrl }],
    tags: tags.map((name) => ({ name, description: about[name] ?? name })),
    paths,
    components: { schemas: sorted(tools.schemas.named), securitySchemes },
  };
}

const idOf = (group: string, name: string) => `${group}${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;

const sorted = <T>(named: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(named).sort(([a], [b]) => (a < b ? -1 : 1)));

const securitySchemes: OpenApiDocument['components']['securitySchemes'] = {
  token: {
    type: 'apiKey',
    in: 'header',
    name: headerNames.auth,
    description: 'The token that signing in answers.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: cookieNames.auth,
    description: 'The same, as browsers carry it. Writes of another site’s pages are refused.',
  },
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    description: `An access token made in the settings, with the scope that is named here. The header \`${headerNames.auth}\` takes it, too.`,
  },
  alias: {
    type: 'apiKey',
    in: 'header',
    name: headerNames.alias,
    description: 'The id of an enabled alias: the right to upload into it.',
  },
};
