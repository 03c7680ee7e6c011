import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import type SMTPPool from 'nodemailer/lib/smtp-pool';

export type SmtpError = { code?: string; response?: string; responseCode?: number; command?: string };

/** 421 closes the connection and is not about the mail (RFC 5321, section 3.8). */
export const isAboutConnection = (error: unknown): boolean => (error as SmtpError).responseCode === 421;

const maxTries = 8;

export class Connections {
  #underWay = 0;
  readonly #pool: SMTPPool;
  readonly #most: number;

  constructor(pool: SMTPPool) {
    this.#pool = pool;
    this.#most = Number(pool.options.maxConnections); // a string when it comes from SMTP_URL
  }

  /** Sends a mail, and retries after a 421 with fewer connections. */
  async send(signal: AbortSignal, send: () => Promise<unknown>): Promise<void> {
    this.#underWay++;
    try {
      for (let tries = 1; !(await this.#isTaken(send, tries === maxTries || signal.aborted)); tries++) {
        await sleep(Math.min(1_000, 25 * 2 ** tries), null, { signal }).catch(() => undefined);
      }
    } finally {
      this.#underWay--;
      if (this.#underWay === 0) this.#pool.options.maxConnections = this.#most;
    }
  }

  async #isTaken(send: () => Promise<unknown>, isLast: boolean): Promise<boolean> {
    try {
      await send();
      return true;
    } catch (error) {
      if (isLast || !isAboutConnection(error)) throw error;
      const { options } = this.#pool;
      const isGreeting = (error as SmtpError).command === 'CONN';
      if (isGreeting) options.maxConnections = Math.max(1, options.maxConnections - 1);
      return false;
    }
  }
}
