import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import type SMTPPool from 'nodemailer/lib/smtp-pool';

/** What nodemailer's errors say beside their words. */
export type SmtpError = { code?: string; response?: string; responseCode?: number; command?: string };

/** A 421 ends a connection and says nothing of the mail (RFC 5321, section 3.8). */
export const isAboutConnection = (error: unknown): boolean => (error as SmtpError).responseCode === 421;

const maxTries = 8;

/** As many connections as a mail server takes just now. */
export class Connections {
  #underWay = 0;
  readonly #pool: SMTPPool;
  readonly #most: number;

  constructor(pool: SMTPPool) {
    this.#pool = pool;
    this.#most = Number(pool.options.maxConnections); // text where SMTP_URL says it
  }

  /** Sends a mail, after a 421 over those that are open: one in the end, and a new one when that is over, too. */
  async use(signal: AbortSignal, send: () => Promise<unknown>): Promise<void> {
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
