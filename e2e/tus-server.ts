import { createHash } from 'node:crypto';
import { alias } from '@/lib/contract/alias/alias';
import { headerNames, programHeaderNames } from '@/lib/contract/http/names';
import { share } from '@/lib/contract/share/share';
import { CutProxy } from '@/testing/network/cut-proxy';
import { type Api, api } from '@/testing/people/account';
import { admin, TestServer } from '@/testing/server/test-server';

export type UploadAccessKind = 'sec' | 'alias';

/** A server behind a proxy that can be cut, and what tus clients need to upload to its shares. */
export class TusServer {
  readonly server: TestServer;
  readonly proxy: CutProxy;
  readonly #owner: Api;
  readonly #aliasId: string;

  private constructor(server: TestServer, proxy: CutProxy, owner: Api, aliasId: string) {
    this.server = server;
    this.proxy = proxy;
    this.#owner = owner;
    this.#aliasId = aliasId;
  }

  static async start(): Promise<TusServer> {
    const proxy = await CutProxy.to(() => server.port);
    const server = await TestServer.make({ env: { BASE_URL: proxy.url } });
    await server.start();
    const owner = await api(admin, server.url);
    const body = { name: 'Inbox', validity: 60_000, enabled: true, members: [] };
    const { id } = await owner.call(alias.create, { body });
    return new TusServer(server, proxy, owner, id);
  }

  async stop(): Promise<void> {
    await this.proxy.close();
    await this.server.remove();
  }

  async through(access: UploadAccessKind, fileName: string) {
    const headers: Record<string, string> =
      access === 'sec' ? { [headerNames.auth]: this.#owner.token } : { [headerNames.alias]: this.#aliasId };
    const base = `${this.proxy.url}/api/v2/${access}/upload`;
    const answer = await fetch(`${base}/new`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ validity: 60_000, maxViews: 10, password: null }),
    });
    const { id } = (await answer.json()) as { id: string };
    const named = {
      ...headers,
      [programHeaderNames.fileName]: encodeURIComponent(fileName),
      [programHeaderNames.fileType]: '',
    };
    return { id, endpoint: `${base}/${id}/files/tus`, headers, named };
  }

  async arrived(id: string) {
    const { files } = await this.#owner.call(share.get, { params: { id } });
    const [file] = files;
    const url = `${this.server.url}/api/v2/sec/share/${id}/file/${file?.id}`;
    const bytes = await (await fetch(url, { headers: this.#owner.headers })).arrayBuffer();
    return {
      count: files.length,
      name: file?.filename,
      type: file?.mimetype,
      complete: file?.complete,
      sum: sum(new Uint8Array(bytes)),
    };
  }
}

export const sum = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

type UploadCallbacks = { onSuccess: () => void; onError: (error: Error) => void };

export const settled = (start: (ends: UploadCallbacks) => void): Promise<void> =>
  new Promise<void>((onSuccess, onError) => start({ onSuccess, onError }));
