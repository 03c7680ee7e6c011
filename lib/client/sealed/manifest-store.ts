import { CallError, call } from '@/lib/client/call/call';
import { sealed } from '@/lib/contract/share/sealed';
import { maxManifestBytes } from '@/lib/domain/limits';
import { chainTo } from '@/lib/domain/sealed/chain';
import { emptyManifest, type Manifest, sealManifest, unsealManifest } from '@/lib/domain/sealed/manifest';
import { fromBase64Url, type ShareKey, toBase64Url } from '@/lib/domain/sealed/share-key';
import { shortHash } from '@/lib/domain/sealed/short-hash';
import { checkSeen } from './seen-revisions';

type ManifestEdit = (manifest: Manifest) => Manifest;
type ManifestShare = {
  shareId: string;
  shareKey: ShareKey;
  headers?: Readonly<Record<string, string>> | undefined;
};

const triesMax = 5;

/** The words and names of one sealed share. A change that meets another's is made again on top of that one. */
export class ManifestStore {
  readonly #share: ManifestShare;
  #manifest: Manifest = emptyManifest;
  #revision = 0;
  /** Of the stored manifest; null while nobody has read it. */
  #hash: string | null = null;
  #saved: Promise<unknown> = Promise.resolve();

  /** @param share with `headers` of an alias, its manifest is saved through that alias */
  constructor(share: ManifestShare) {
    this.#share = share;
  }

  get manifest(): Manifest {
    return this.#manifest;
  }

  /** For its owner and members. @throws {CallError}; {UnsealError} for another key */
  async load(): Promise<Manifest> {
    const { shareId } = this.#share;
    await this.#take(await call(sealed.get, { params: { id: shareId } }));
    return this.#manifest;
  }

  /** Changes are saved one after the other. @throws {CallError} */
  change(edit: ManifestEdit): Promise<void> {
    const saving = this.#saved.then(() => this.#save(edit));
    this.#saved = saving.catch(() => undefined);
    return saving;
  }

  async #save(edit: ManifestEdit): Promise<void> {
    for (let tries = 1; ; tries++) {
      const last = { manifest: this.#manifest, hash: this.#hash, revision: this.#revision };
      const manifest = chainTo(last, edit(this.#manifest));
      try {
        await this.#send(manifest);
        return;
      } catch (error) {
        if (!(error instanceof CallError) || error.code !== 'request.changed' || tries === triesMax)
          throw error;
        await this.#take(error.answer.now as StoredManifest);
      }
    }
  }

  async #send(manifest: Manifest) {
    const { shareId, shareKey, headers } = this.#share;
    const bytes = await sealManifest(shareKey, manifest);
    if (bytes.length > maxManifestBytes) throw new CallError('tooManyNames', String(bytes.length));
    const input = {
      params: { id: shareId },
      body: { manifest: toBase64(bytes), revision: this.#revision },
    };
    const saving = headers ? call(sealed.saveThroughAlias, input, { headers }) : call(sealed.save, input);
    this.#revision = (await saving).revision;
    this.#manifest = manifest;
    this.#hash = await shortHash(bytes);
    await checkSeen(shareKey, manifest, bytes);
  }

  async #take({ revision, manifest }: StoredManifest): Promise<void> {
    const bytes = manifest === null ? null : fromBase64Url(manifest);
    this.#manifest = bytes ? await unsealManifest(this.#share.shareKey, bytes) : emptyManifest;
    this.#hash = bytes && (await shortHash(bytes));
    this.#revision = revision;
  }
}

/** Changes what the server has now. @throws {CallError}; {UnsealError} for another key */
export async function changeManifest(shareId: string, shareKey: ShareKey, edit: ManifestEdit): Promise<void> {
  const store = new ManifestStore({ shareId, shareKey });
  await store.load();
  await store.change(edit);
}

type StoredManifest = { revision: number; manifest: string | null };

/** `isOlder`: this browser has seen a newer one of the share. */
type OpenedManifest = { manifest: Manifest; isOlder: boolean };

/** @throws {UnsealError} */
export async function openManifestText(shareKey: ShareKey, text: string | null): Promise<OpenedManifest> {
  const bytes = text === null ? null : fromBase64Url(text);
  if (!bytes) return { manifest: emptyManifest, isOlder: false };
  const manifest = await unsealManifest(shareKey, bytes);
  return { manifest, isOlder: await checkSeen(shareKey, manifest, bytes) };
}

export const toBase64 = (bytes: Uint8Array): string => {
  const text = toBase64Url(bytes).replaceAll('-', '+').replaceAll('_', '/');
  return text.padEnd(Math.ceil(text.length / 4) * 4, '=');
};
