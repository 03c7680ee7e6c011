import { randomBytes } from 'node:crypto';
import type { ErrorCode } from '@/lib/contract/errors';
import type { Endpoint } from '@/lib/contract/http/endpoint';
import { endpoints } from '@/lib/contract/index';
import { exampleOf } from '@/lib/contract/openapi/curl';
import { collectSchemas } from '@/lib/contract/openapi/schemas';
import { type MatrixRow, row } from './row';
import {
  admins,
  anyone,
  anyoneHere,
  holders,
  holdersOfItsAlias,
  managers,
  owners,
  type Rule,
  signedIn,
} from './rules';

const keyOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const isAboutOne = ({ path }: Endpoint) => path.includes('{');

/** Said of what isn't there, and of what is somebody else's. */
const missingCode = ({ errors }: Endpoint): ErrorCode =>
  errors.find((code) => code.endsWith('.notFound')) ?? 'request.notFound';

function ruleOf(call: Endpoint): Rule {
  const { access, method, who, errors } = call;
  if (access === 'open') return method === 'GET' ? anyone : anyoneHere;
  if (access === 'admin') return admins;
  if (access === 'alias') return isAboutOne(call) ? holdersOfItsAlias : holders;
  if (who === 'managers') return managers(missingCode(call));
  if (who === 'account') return signedIn;
  return owners(missingCode(call), errors.includes('alias.notOwner') ? 'alias.notOwner' : undefined);
}

/** Refusals that come before what the path names is looked for. */
const comesFirst: ErrorCode[] = ['settings.passwordWrong'];

function isLookedFor(call: Endpoint): boolean {
  const { refusal } = call.example;
  return (
    call.access === 'admin' &&
    isAboutOne(call) &&
    (!refusal || (!comesFirst.includes(refusal) && !refusal.endsWith('.notFound')))
  );
}

/** Changes of the caller's own account or session that succeed. */
const changesCaller = (call: Endpoint) =>
  /^\/api\/v2\/sec\/(auth|settings)\//.test(call.path) &&
  call.method !== 'GET' &&
  !isAboutOne(call) &&
  !call.example.refusal;

/** Returns what the call's `example` says, else what its schema asks for; null for a call that takes nothing. */
export function exampleBody({ body, example }: Endpoint): object | null {
  if (example.body) return example.body;
  const schemas = collectSchemas();
  const made = exampleOf(schemas.of(body, 'input'), schemas.named) as object;
  return Object.keys(made).length > 0 ? made : null;
}

function bodyOf(call: Endpoint, id: string): unknown {
  const body = exampleBody(call);
  const { unique } = call.example;
  if (!body) return undefined;
  const fields = Object.entries(body).map(([name, value]) => [
    name,
    name === unique ? `${value}-${randomBytes(6).toString('hex')}` : value === '{id}' ? id : value,
  ]);
  return Object.fromEntries(fields);
}

function rowOf(call: Endpoint): MatrixRow {
  const { refusal } = call.example;
  return row(ruleOf(call), {
    body: (id) => bodyOf(call, id),
    ...(refusal && { answer: refusal }),
    ...(isLookedFor(call) && { missing: missingCode(call) }),
    ...(changesCaller(call) && { asStandIn: true }),
    ...(isOfLink(call) && { isPublic: true }),
  });
}

const isOfLink = ({ method, path }: Endpoint) => method === 'GET' && path.startsWith('/api/v2/open/share/');

/** The rows of all calls with JSON, as the contract says who may. */
export const callRows: Record<string, MatrixRow> = Object.fromEntries(
  endpoints.map((call) => [keyOf(call), rowOf(call)]),
);
