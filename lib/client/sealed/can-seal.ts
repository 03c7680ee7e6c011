import { newKeyPair } from '@/lib/domain/sealed/key-pair';

/** Browsers have WebCrypto over https only. */
export const canSealHere = (): boolean =>
  typeof window !== 'undefined' && window.isSecureContext && globalThis.crypto?.subtle !== undefined;

/** Chrome has the inbox's kind of key since 133, Firefox since 130, Safari since 17. */
export const canSealInboxesHere = async (): Promise<boolean> =>
  canSealHere() &&
  newKeyPair().then(
    () => true,
    () => false,
  );
