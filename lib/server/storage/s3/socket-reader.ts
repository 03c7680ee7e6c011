import 'server-only';
import type { OnReadOpts, Socket } from 'node:net';

/** One is sent while others fill; a read takes what has come, up to a whole one. */
const buffers = 4;
const bufferBytes = 128 * 1024;

/**
 * What comes in on a connection, put by the kernel into the same few buffers in turn. Where none of them is free,
 * nothing is read.
 */
export class SocketReader {
  readonly #ring = Array.from({ length: buffers }, () => Buffer.allocUnsafeSlow(bufferBytes));
  readonly #arrived: Buffer[] = [];
  readonly #socket: Socket;
  readonly #silenceMs: number;
  /** Which buffer is read into next, also when that has to wait until it is free. */
  #next = 0;
  #isHeld = false;
  #isPaused = false;
  #end: { failure: Error | null } | null = null;
  #wake: (() => void) | null = null;

  /** @param silenceMs how long nothing may come while somebody waits for it */
  constructor(connect: (onread: OnReadOpts) => Socket, silenceMs: number) {
    this.#silenceMs = silenceMs;
    this.#socket = connect({
      buffer: () => this.#ring[this.#next] as Buffer,
      callback: (length, buffer) => this.#take(buffer as Buffer, length),
    });
    this.#socket
      .on('timeout', () => this.#wake && this.#socket.destroy(new Error(`No byte for ${silenceMs} ms`)))
      .on('error', (failure) => this.#over(failure))
      .on('end', () => this.#over(null))
      .on('close', () => this.#over(null));
  }

  /** The next bytes; null at the end. They stay as they are until this is asked again. */
  async next(): Promise<Buffer | null> {
    this.#isHeld = false;
    if (this.#arrived.length === 0 && !this.#end) await this.#change();
    const bytes = this.#arrived.shift();
    if (bytes) {
      this.#isHeld = true;
      this.#resume();
      return bytes;
    }
    if (this.#end?.failure) throw this.#end.failure;
    return null;
  }

  send(text: string): void {
    this.#socket.write(text, 'latin1');
  }

  close(): void {
    this.#socket.destroy();
  }

  get #isFull(): boolean {
    return this.#arrived.length + (this.#isHeld ? 1 : 0) === buffers;
  }

  /** Called by Node, which asks for the next buffer right after it. @returns whether to read on */
  #take(buffer: Buffer, length: number): boolean {
    this.#arrived.push(buffer.subarray(0, length));
    this.#next = (this.#next + 1) % buffers;
    this.#wake?.();
    this.#isPaused = this.#isFull;
    return !this.#isPaused;
  }

  #resume(): void {
    if (!this.#isPaused || this.#isFull) return;
    this.#isPaused = false;
    this.#socket.resume();
  }

  #over(failure: Error | null): void {
    this.#end ??= { failure };
    this.#wake?.();
  }

  async #change(): Promise<void> {
    this.#socket.setTimeout(this.#silenceMs); // counts from now on, and again from each byte
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    this.#wake = null;
  }
}
