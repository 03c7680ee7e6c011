import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { NewPasskey, PasskeyAssertion } from '@/lib/contract/passkey';

type CeremonyOptions = Readonly<Record<string, unknown>>;

/** What a dishonest device or page changes. */
type Tricks = {
  origin?: string;
  host?: string;
  isUnverified?: boolean;
  counter?: number;
  id?: Buffer;
  fmt?: string;
  certificate?: Buffer;
  userHandle?: string;
  type?: string;
};

const flagOf = { present: 1, verified: 4, syncable: 8, synced: 16, withKey: 64 };
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** A device with one passkey (ES256), which needs no browser. A synced one sends no counter. */
export function softAuthenticator({ isSynced = false, site = 'http://localhost:3000' } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ownId = randomBytes(32);
  let uses = 0;
  let owner = '';

  const dataOf = (
    { host = new URL(site).hostname, isUnverified = false, counter = isSynced ? 0 : ++uses }: Tricks,
    key: Buffer = Buffer.alloc(0),
  ) => {
    const flags =
      flagOf.present +
      (isUnverified ? 0 : flagOf.verified) +
      (isSynced ? flagOf.syncable + flagOf.synced : 0) +
      (key.length > 0 ? flagOf.withKey : 0);
    const numbers = Buffer.alloc(5);
    numbers.writeUInt8(flags);
    numbers.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(host), numbers, key]);
  };
  const clientDataOf = ({ challenge }: CeremonyOptions, type: string, { origin = site }: Tricks) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  const partsOf = (id: Buffer) => {
    const text = id.toString('base64url');
    return { id: text, rawId: text, type: 'public-key' as const };
  };

  function make(options: CeremonyOptions, tricks: Tricks = {}): NewPasskey['credential'] {
    const { id = ownId, fmt = 'none', certificate } = tricks;
    owner = (options.user as { id: string }).id;
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'));
    const cose = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, bytes(x)],
        [-3, bytes(y)],
      ]),
    );
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const authData = dataOf(tricks, Buffer.concat([Buffer.alloc(16), length, id, cose]));
    const statement = new Map(certificate ? [['x5c', [Uint8Array.from(certificate)]]] : []);
    const attestation = isoCBOR.encode(
      new Map<string, string | Map<string, Uint8Array[]> | Uint8Array>([
        ['fmt', fmt],
        ['attStmt', statement as Map<string, Uint8Array[]>],
        ['authData', Uint8Array.from(authData)],
      ]),
    );
    const clientData = clientDataOf(options, tricks.type ?? 'webauthn.create', tricks);
    return {
      ...partsOf(id),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        attestationObject: Buffer.from(attestation).toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  function show(options: CeremonyOptions, tricks: Tricks = {}): PasskeyAssertion {
    const { id = ownId, userHandle = owner } = tricks;
    const authData = dataOf(tricks);
    const clientData = clientDataOf(options, tricks.type ?? 'webauthn.get', tricks);
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), privateKey);
    return {
      ...partsOf(id),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle,
      },
    };
  }
  return { id: ownId, make, show };
}

export type SoftAuthenticator = ReturnType<typeof softAuthenticator>;
