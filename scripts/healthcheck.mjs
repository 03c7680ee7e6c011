// What a container's engine asks: does the server of this container answer? Ends with 0 or 1.
const port = process.env.PORT?.trim() || '3000';
const given = process.env.HOST?.trim() || '127.0.0.1';
const host = given === '0.0.0.0' ? '127.0.0.1' : given === '::' ? 'localhost' : given;
const address = `http://${host.includes(':') ? `[${host}]` : host}:${port}/healthz`;
const isUp = await fetch(address, { signal: AbortSignal.timeout(4_000) }).then(
  ({ ok }) => ok,
  () => false,
);
process.exit(isUp ? 0 : 1);
