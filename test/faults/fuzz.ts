// Sends malformed requests to every call as every caller. Run: npm run test:faults -- fuzz
import { ask, type GateReply, type GateRequest } from '@/e2e/gate/ask';
import { credentials } from '@/e2e/gate/credentials';
import { matrix, requestFor } from '@/e2e/gate/matrix';
import { type GateWorld, makeWorld } from '@/e2e/gate/world';
import { hostileBody, hostileHeader, hostileQuery, hostileSlot } from './lib/hostile';
import type { Outcome, Program } from './lib/program';
import { Random } from './lib/random';
import { withServer } from './lib/running-server';

const keys = Object.keys(matrix);
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'LOCK'];
const atOnce = 8;
const slowestMs = 5_000;

/** Internals that no response may contain. */
const internals =
  /\bat .{1,80}\.(?:ts|js|mjs):\d+|node_modules|"stack"|\bprisma\b|passwordHash|\$argon2|postgres(?:ql)?:|\bSELECT .{1,80} FROM\b|ECONNREFUSED|ENOENT|slipway-e2e-|\/dist\/\w+\.mjs|TypeError|ReferenceError|ZodError/i;

type FuzzRequest = { seed: number; question: GateRequest };
type Finding = { what: string; request: FuzzRequest };

/** A valid request with some parts made wrong. */
function malformedRequest(random: Random, world: GateWorld): GateRequest {
  const good = requestFor(random.one(keys), world.bait);
  const credential = world.shown(random.one(credentials));
  let { method, path, body } = good;
  let headers: GateRequest['headers'] = { ...good.headers, ...credential };
  if (random.chance(0.15)) method = random.one(methods);
  if (random.chance(0.25)) path = path.replace(/[^/]+$/, hostileSlot(random));
  if (random.chance(0.1)) path = path.replace(/[^/]+(?=\/[^/]*$)/, hostileSlot(random));
  if (random.chance(0.3)) path += `?${hostileQuery(random)}`;
  while (random.chance(0.4)) headers = { ...headers, ...hostileHeader(random) };
  if (random.chance(body === undefined ? 0.1 : 0.6)) body = hostileBody(random, body);
  return { method, path, headers, ...(body !== undefined && { body }) };
}

/** Exempt: it shows paths to admins, and the matrix tests that nobody else gets it. */
const isDoctor = (path: string) => /doctor/i.test(path);

const problemIn = ({ path }: GateRequest, { status, text }: GateReply, ms: number): string | null => {
  if (status >= 500 && status !== 501) return `answered ${status}`;
  const inside = isDoctor(path) && status === 200 ? null : internals.exec(text);
  if (inside) return `says "${inside[0]}"`;
  return ms > slowestMs ? `took ${Math.round(ms)} ms` : null;
};

type Tally = { requests: number; slowestMs: number; statuses: Record<string, number>; findings: Finding[] };

async function tryOne(tally: Tally, request: FuzzRequest): Promise<void> {
  const began = performance.now();
  try {
    const reply = await ask(request.question);
    const ms = performance.now() - began;
    tally.slowestMs = Math.max(tally.slowestMs, ms);
    const kind = `${Math.floor(reply.status / 100)}xx`;
    tally.statuses[kind] = (tally.statuses[kind] ?? 0) + 1;
    const what = problemIn(request.question, reply, ms);
    if (what !== null) tally.findings.push({ what, request });
  } catch (error) {
    tally.findings.push({ what: `was dropped (${String(error)})`, request });
  }
}

/** @param requests per seed, in groups with worlds of their own, because they destroy what they find */
export async function fuzz(
  { requests, seeds }: { requests: number; seeds: readonly number[] },
  say: (line: string) => void,
): Promise<Outcome> {
  const tally: Tally = { requests: 0, slowestMs: 0, statuses: {}, findings: [] };
  for (const seed of seeds) {
    const random = new Random(seed);
    for (let done = 0; done < requests; done += 500) {
      const world = await makeWorld();
      let left = Math.min(500, requests - done);
      const worker = async () => {
        while (left-- > 0) {
          tally.requests++;
          await tryOne(tally, { seed, question: malformedRequest(random, world) });
        }
      };
      await Promise.all(Array.from({ length: atOnce }, worker));
      say(`seed ${seed}: ${done + 500} requests, ${tally.findings.length} findings`);
    }
  }
  const found = (what: RegExp) => tally.findings.filter((finding) => what.test(finding.what)).length;
  return {
    figures: {
      requests: tally.requests,
      seeds: seeds.length,
      'answers 5xx': found(/^answered/),
      'dropped connections': found(/^was dropped/),
      'answers with internals': found(/^says/),
      'slowest, ms': Math.round(tally.slowestMs),
      ...Object.fromEntries(
        Object.entries(tally.statuses).map(([kind, count]) => [`answers ${kind}`, count]),
      ),
    },
    failures: tally.findings.map(
      ({ what, request }) => `${what}: ${JSON.stringify(request).slice(0, 1_500)}`,
    ),
  };
}

export const program: Program = {
  about: 'every call is asked nonsense by everybody; each answer is a plain refusal and comes soon',
  maxMinutes: 30,
  run: (say) => withServer({ RATE_LIMITS: 'off' }, () => fuzz({ requests: 10_000, seeds: [1, 2, 3] }, say)),
};
