import type { UploadFailure } from '../upload-item';
import { decideOn, type FailedRequest, failureOf } from './verdict';

export type RecoveryStep =
  | { act: 'wait'; ms: number }
  | { act: 'refresh' | 'shrink' | 'startOver' }
  | { act: 'fail'; failure: UploadFailure };

export class Recovery {
  readonly #delaysMs: readonly number[];
  #waits = 0;
  #hasRefreshed = false;
  #hasStartedOver = false;

  constructor(delaysMs: readonly number[]) {
    this.#delaysMs = delaysMs.length > 0 ? delaysMs : [1000];
  }

  progressed(): void {
    this.#waits = 0;
    this.#hasRefreshed = false;
  }

  next(reading: FailedRequest): RecoveryStep {
    const verdict = decideOn(reading);
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

  #wait(atLeastMs: number): RecoveryStep {
    const delayMs = this.#delaysMs[this.#waits] ?? this.#delaysMs.at(-1) ?? 0;
    this.#waits++;
    return { act: 'wait', ms: Math.max(delayMs, atLeastMs) };
  }

  #once(isDone: boolean, act: 'refresh' | 'startOver', reading: FailedRequest): RecoveryStep {
    if (isDone) return { act: 'fail', failure: failureOf(reading) };
    if (act === 'refresh') this.#hasRefreshed = true;
    else this.#hasStartedOver = true;
    return { act };
  }
}
