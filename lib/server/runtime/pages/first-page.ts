import 'server-only';
import fs from 'node:fs';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { Transform } from 'node:stream';
import zlib from 'node:zlib';
import { cookieNames } from '@/lib/contract/http/names';
import { cookiesOf, requestHeaders } from '@/lib/server/request-headers';
import { accepts } from './accepts';

/** The pages' own compression is left out of these, so that their text can be read. */
export type FirstPage = {
  /** Headers and streams for the answer, if it is a page. */
  shape: (answer: IncomingMessage) => { headers: Record<string, string>; streams: Transform[] } | null;
};

export type FirstPages = (req: IncomingMessage) => FirstPage | null;

/**
 * Puts the styles into the text of a page for browsers without a session, which don't have them yet: asking for them
 * takes a round trip before anything is seen.
 */
export function firstPages(root: string): FirstPages {
  const styles = stylesIn(path.join(root, '.next/static/chunks'));
  return (req) => {
    const { method, headers } = req;
    const isPage = method === 'GET' && headers.accept?.includes('text/html') && headers.rsc === undefined;
    const isKnown = cookiesOf(requestHeaders(headers), cookieNames.auth).length > 0;
    return isPage && !isKnown && styles.size > 0 ? { shape: (answer) => shapeOf(answer, req, styles) } : null;
  };
}

type Styles = ReadonlyMap<string, string>;

function stylesIn(folder: string): Styles {
  const names = fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => name.endsWith('.css')) : [];
  return new Map(names.map((name) => [name, inPage(fs.readFileSync(path.join(folder, name), 'latin1'))]));
}

/** A style sheet's addresses are relative to it. */
const inPage = (text: string): string => text.replaceAll('url(../', 'url(/_next/static/');

function shapeOf(answer: IncomingMessage, req: IncomingMessage, styles: Styles) {
  const isPage = /^text\/html\b/.test(answer.headers['content-type'] ?? '');
  if (!isPage || answer.headers['content-encoding']) return null;
  const [encoding, packed] = packing(req);
  const hints = String(answer.headers.link ?? '').split(/, (?=<)/);
  const link = hints.filter((one) => !one.includes('as="style"')).join(', ');
  return {
    headers: { ...(link && { link }), ...(encoding && { 'content-encoding': encoding }) },
    streams: [new StylesIn(styles), ...(packed ? [packed] : [])],
  };
}

const { BROTLI_PARAM_QUALITY: quality, BROTLI_OPERATION_FLUSH: flush, Z_SYNC_FLUSH } = zlib.constants;

/** Sends at once what has come: the head of a page before its end. */
function packing(req: IncomingMessage): [encoding: string, stream: Transform] | [null, null] {
  if (accepts(req, 'br')) return ['br', zlib.createBrotliCompress({ flush, params: { [quality]: 5 } })];
  return accepts(req, 'gzip') ? ['gzip', zlib.createGzip({ flush: Z_SYNC_FLUSH })] : [null, null];
}

const styleLink = /<link rel="stylesheet" href="\/_next\/static\/chunks\/([\w.~-]+\.css)"/g;

/** Changes no more than a page's head. Bytes stay as they are: text is read and written as Latin 1. */
class StylesIn extends Transform {
  readonly #styles: Styles;
  #head: string | null = '';

  constructor(styles: Styles) {
    super();
    this.#styles = styles;
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    if (this.#head === null) this.push(chunk);
    else {
      this.#head += chunk.toString('latin1');
      if (this.#head.includes('<body') || this.#head.length > longestHead) this.#end();
    }
    done();
  }

  override _flush(done: () => void): void {
    this.#end();
    done();
  }

  #end(): void {
    if (this.#head)
      this.push(
        Buffer.from(
          this.#head.replace(styleLink, (tag, name) => this.#inText(tag, name)),
          'latin1',
        ),
      );
    this.#head = null;
  }

  /** React looks for the link. So it loads nothing: no browser applies it, and none fetches it ahead. */
  #inText(tag: string, name: string): string {
    const text = this.#styles.get(name);
    return text === undefined ? tag : `<style>${text}</style>${tag} media="not all" disabled=""`;
  }
}

const longestHead = 64 * 1024;
