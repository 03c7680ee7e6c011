import http, { type OutgoingHttpHeaders } from 'node:http';

export type EventReader = {
  status: number;
  headers: http.IncomingHttpHeaders;
  /** The data of each event so far. */
  readonly events: unknown[];
  /** All that has come, lines without meaning included. */
  text: () => string;
  isOver: () => boolean;
  close: () => void;
};

const begin = 'data: ';

const eventsIn = (text: string): unknown[] =>
  text
    .split('\n\n')
    .slice(0, -1)
    .filter((one) => one.startsWith(begin))
    .map((one) => JSON.parse(one.slice(begin.length)));

/** Opens a stream of server-sent events, and resolves with its head. */
export function readEvents(url: string, headers: OutgoingHttpHeaders = {}): Promise<EventReader> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { headers, agent: false });
    request.on('error', reject);
    request.on('response', (answer) => {
      let text = '';
      let isOver = false;
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      answer.on('error', () => undefined); // it is over, which `close` says
      answer.on('close', () => {
        isOver = true;
      });
      resolve({
        status: answer.statusCode ?? 0,
        headers: answer.headers,
        get events() {
          return eventsIn(text);
        },
        text: () => text,
        isOver: () => isOver,
        close: () => request.destroy(),
      });
    });
  });
}
