import 'server-only';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { OutsideFailure } from '@/lib/server/outside/outside-failure';

/** Of `CLAMD`: a TCP address, or the path of a Unix socket. */
export type ScannerAddress = { host: string; port: number } | { path: string };

export type Verdict =
  | { scan: 'clean' }
  | { scan: 'infected'; name: string }
  | { scan: 'unscannable'; reason: 'tooLarge' | 'encrypted' };

/** clamd can't be reached, or broke off or had no verdict on what was asked: another try may have one. */
export class ScannerAway extends OutsideFailure {}

/** It was there, and hung up or fell silent without an answer: what it was looking into may be why. */
export class ScannerBrokeOff extends ScannerAway {}

/** Of silence. An archive may keep clamd busy for its `MaxScanTime`, and others may be before it. */
const patienceMs = 300_000;
const connectMs = 5_000;
const maxAnswer = 8_192;

/** @throws ScannerAway */
export async function askScanner(address: ScannerAddress, command: 'PING' | 'VERSION'): Promise<string> {
  return converse(address, connectMs, async (write) => write(Buffer.from(`z${command}\0`)));
}

/**
 * clamd answers and hangs up in the middle of what exceeds its `StreamMaxLength`. A failing write may lose the answer,
 * so a broken connection is tried again with time to read before each write.
 * @param read begins anew for each try
 * @throws ScannerAway, errors of `read`
 */
export async function scanBytes(
  address: ScannerAddress,
  read: () => AsyncIterable<Buffer>,
  silenceMs = patienceMs,
): Promise<Verdict> {
  let failure: unknown = null;
  for (const betweenMs of pausesMs) {
    const sent = { bytes: 0 };
    try {
      const answer = await converse(address, silenceMs, (write, isOver) =>
        sendStream({ write, isOver, sent }, read(), betweenMs),
      );
      return verdictOf(answer);
    } catch (error) {
      failure = isUnreached(error) ? (failure ?? error) : error;
      if (!isBroken(error) || sent.bytes === 0) break;
    }
  }
  throw failure;
}

/** By the system, not by its silence or its end of the connection. */
const isBroken = (error: unknown): boolean => error instanceof ScannerAway && error.code !== undefined;

/** As one is that has died of an earlier attempt. */
const isUnreached = (error: unknown): boolean => error instanceof ScannerAway && error.place === 'connection';

type Sending = { write: Write; isOver: () => boolean; sent: { bytes: number } };

async function sendStream({ write, isOver, sent }: Sending, bytes: AsyncIterable<Buffer>, betweenMs: number) {
  await write(Buffer.from('zINSTREAM\0'));
  for await (const buffer of bytes) {
    if (betweenMs > 0) await sleep(betweenMs);
    if (isOver()) return;
    const chunk = Buffer.allocUnsafe(4 + buffer.length);
    chunk.writeUInt32BE(buffer.length);
    buffer.copy(chunk, 4);
    if (buffer.length > 0) await write(chunk);
    sent.bytes += buffer.length;
  }
  await write(Buffer.alloc(4));
}

/** Before each write, by attempt. */
const pausesMs = [0, 2, 2];

function verdictOf(answer: string): Verdict {
  if (/^stream: OK$/.test(answer)) return { scan: 'clean' };
  if (/size limit exceeded/i.test(answer)) return { scan: 'unscannable', reason: 'tooLarge' };
  const [, name] = /^stream: (.+) FOUND$/s.exec(answer) ?? [];
  if (name === undefined) throw new ScannerAway('request', `clamd answers "${answer.slice(0, 150)}"`);
  if (name.startsWith('Heuristics.Encrypted.')) return { scan: 'unscannable', reason: 'encrypted' };
  if (name.startsWith('Heuristics.Limits.')) return { scan: 'unscannable', reason: 'tooLarge' };
  return { scan: 'infected', name };
}

const failureOf = (isReached: boolean, cause: Error | null) =>
  isReached
    ? new ScannerBrokeOff('request', cause ?? 'clamd hung up')
    : new ScannerAway('connection', cause ?? 'clamd hung up');

type Write = (bytes: Buffer) => Promise<void>;

/** Writes what `send` has and returns the answer, which counts also when writing fails after it. */
async function converse(
  address: ScannerAddress,
  silenceMs: number,
  send: (write: Write, isOver: () => boolean) => Promise<void>,
): Promise<string> {
  const socket = net.connect(address);
  const connecting = setTimeout(() => socket.destroy(new Error('nobody answers')), connectMs);
  let isReached = false;
  socket.once('connect', () => {
    clearTimeout(connecting);
    isReached = true;
  });
  socket.setTimeout(silenceMs, () => socket.destroy(new Error('clamd is silent')));
  let answer = '';
  const hasAnswer = () => answer.includes('\0');
  const ended = new Promise<string>((resolve, reject) => {
    let failure: Error | null = null;
    socket.on('error', (error) => {
      failure = error;
    });
    socket.on('data', (data) => {
      answer += data.toString();
      if (hasAnswer() || answer.length > maxAnswer) socket.destroy();
    });
    socket.on('close', () => {
      if (hasAnswer()) resolve(answer.slice(0, answer.indexOf('\0')));
      else reject(failureOf(isReached, failure));
    });
  });
  // Resolves also when it fails: then the socket is closed, and `ended` knows why.
  const write: Write = (bytes) =>
    new Promise((resolve) => void (socket.destroyed ? resolve() : socket.write(bytes, () => resolve())));
  const isOver = () => hasAnswer() || socket.destroyed;
  try {
    const [result] = await Promise.all([ended, send(write, isOver)]);
    return result;
  } finally {
    clearTimeout(connecting);
    socket.destroy();
    await ended.catch(() => undefined);
  }
}
