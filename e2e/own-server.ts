// Before each file of calls: the server that this worker asks.
const servers: Record<string, string>[] = JSON.parse(process.env.SLIPWAY_E2E_SERVERS ?? '[]');
Object.assign(process.env, servers[Number(process.env.VITEST_POOL_ID ?? 0) % servers.length]);
