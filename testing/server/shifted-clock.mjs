// Loaded by `node --import`: moves a process's clock, as CLOCK_AHEAD_MS says.
const aheadMs = Number(process.env.CLOCK_AHEAD_MS);
const trueNow = Date.now;
const now = () => trueNow() + aheadMs;

globalThis.Date = new Proxy(Date, {
  apply: (True) => new True(now()).toString(),
  construct: (True, given, target) => Reflect.construct(True, given.length === 0 ? [now()] : given, target),
  get: (True, name) => (name === 'now' ? now : Reflect.get(True, name)),
});
