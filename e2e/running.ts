export type Running = { url: string; databaseUrl: string };

/** The server that the global setup has started for this run. */
export function running(): Running {
  const { SLIPWAY_E2E_URL: url, SLIPWAY_E2E_DATABASE_URL: databaseUrl } = process.env;
  if (!url || !databaseUrl)
    throw new Error('No server runs: start these tests by their project (npm run test:api).');
  return { url, databaseUrl };
}
