/** Login and password of the account that everybody shares in a demo. */
export const demoAccount = { login: 'demo', password: 'demo-demo-demo' } as const;

/**
 * Calls that a demo refuses: what would lock out others who share the account, outlive it in somebody's mailbox, or
 * reach another machine.
 */
const refusedPaths = [
  /^\/api\/v2\/admin\//,
  /^\/api\/v2\/sec\/settings\//,
  /^\/api\/v2\/sec\/mail\//,
  /^\/api\/v2\/sec\/auth\/device/,
  /^\/api\/v2\/sec\/share\/[^/]+\/recipient/,
  /^\/api\/v2\/alias\/mail\//,
  /^\/api\/v2\/open\/signup\//,
  /^\/api\/v2\/open\/auth\/(forgot|reset|confirm|device|passkey|proxy)/,
  /^\/api\/v2\/open\/share\/[^/]+\/(code|report)/,
  /^\/api\/v2\/open\/[^/]+\/report/,
];

/** @param path may have slots such as {id} */
export const isRefusedInDemo = ({ method, path }: { method: string; path: string }): boolean =>
  method !== 'GET' && refusedPaths.some((pattern) => pattern.test(path));
