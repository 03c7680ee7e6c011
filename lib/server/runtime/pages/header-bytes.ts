/**
 * How long the headers of one request or answer may be between the two processes: the front door adds to what a client
 * was allowed to send, and an answer may repeat it, escaped, as the address to come back to.
 */
export const innerHeaderBytes = 64 * 1024;
