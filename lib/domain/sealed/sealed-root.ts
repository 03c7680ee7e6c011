/** Addresses below this are answered by the service worker, with opened bytes. The server knows none of them. */
export const sealedRoot = '/app/sealed/';
