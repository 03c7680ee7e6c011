import 'server-only';
import type { IncomingMessage } from 'node:http';

/** Browsers accept Brotli over HTTPS alone. */
export const accepts = ({ headers }: IncomingMessage, encoding: 'br' | 'gzip'): boolean =>
  String(headers['accept-encoding'] ?? '')
    .split(',')
    .map((one) => /^\s*(\w+)\s*(?:;\s*q=(?:1(?:\.0*)?|0\.\d*[1-9]\d*)\s*)?$/.exec(one)?.[1])
    .includes(encoding);
