export type RunningServer = { url: string; databaseUrl: string; dataDir: string };

export function running(): RunningServer {
  const {
    SLIPWAY_E2E_URL: url,
    SLIPWAY_E2E_DATABASE_URL: databaseUrl,
    SLIPWAY_E2E_DATA_DIR: dataDir,
  } = process.env;
  if (!url || !databaseUrl || !dataDir)
    throw new Error('No server runs: start these tests by their project (npm run test:api).');
  return { url, databaseUrl, dataDir };
}
