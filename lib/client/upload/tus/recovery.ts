import type { UploadFailure } from '../upload-item';
import { failureOf, type Reading, verdictOn } from './verdict';

export type Step =
  | { act: 'wait'; ms: number }
  | { act: 'refresh' | 'shrink' | 'startOver' }
  | { act: 'fail'; failure: UploadFailure };

/** Remembers what has been tried since the last byte arrived, and chooses the next step. */
export class Recovery {
  readonly #delaysMs: readonly number[];
  #waits = 0;
  #hasRefreshed = false;
  #hasStartedOver = false;

  constructor(delaysMs: readonly number[]) {
    this.#delaysMs = delaysMs.length > 0 ? delaysMs : [1000];
  }

  /** Bytes that arrived end the count. */
  progressed(): void {
    this.#waits = 0;
    this.#hasRefreshed = false;
  }

  next(reading: Reading): Step {
    const verdict = verdictOn(reading);
    switch (verdict.act) {
      case 'retry':
        return verdict.endless || this.#waits < this.#delaysMs.length
          ? this.#wait(reading.retryAfterMs)
          : { act: 'fail', failure: failureOf(reading) };
      case 'refresh':
        return this.#once(this.#hasRefreshed, 'refresh', reading);
      case 'startOver':
        return this.#once(this.#hasStartedOver, 'startOver', reading);
      default:
        return verdict;
    }
  }

  #wait(atLeastMs: number): Step {
    const delayMs = this.#delaysMs[this.#waits] ?? this.#delaysMs.at(-1) ?? 0;
    this.#waits++;
    return { act: 'wait', ms: Math.max(delayMs, atLeastMs) };
  }

  #once(isDone: boolean, act: 'refresh' | 'startOver', reading: Reading): Step {
    if (isDone) return { act: 'fail', failure: failureOf(reading) };
    if (act === 'refresh') this.#hasRefreshed = true;
    else this.#hasStartedOver = true;
    return { act };
  }
}
