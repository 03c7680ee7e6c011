// What a container's engine asks: does the server of this container answer? Ends with 0 or 1.
const { PORT = '3000' } = process.env;
const isUp = await fetch(`http://127.0.0.1:${PORT}/healthz`, { signal: AbortSignal.timeout(4_000) }).then(
  ({ ok }) => ok,
  () => false,
);
process.exit(isUp ? 0 : 1);
