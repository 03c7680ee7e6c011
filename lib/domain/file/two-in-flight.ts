import type { HttpRequest, HttpResponse, HttpStack } from 'tus-js-client';

/** The end of a request: an answer, or what broke it. */
type RequestEnd = { response: HttpResponse } | { error: unknown };

/** A request whose bytes have all left and whose answer is on its way. */
type Flight = {
  outcome: Promise<RequestEnd>;
  end: number;
  abort: () => Promise<void>;
  giveSlotBack: () => void;
};

/** Requests that may still be left to their answers, for all files together. */
export type FlightSlots = { free: number };

type FlightOptions = {
  inner: HttpStack;
  fileBytes: number;
  /** Resolves when the request's last byte has left; may reject, for the answer tells what broke. */
  whenSent: (request: HttpRequest) => Promise<unknown>;
  slots?: FlightSlots;
  /** Called with an offset that the server has answered. */
  onStored?: (offset: number) => void;
};

/** Answers that have to come in their turn after one that was not what was hoped for. */
const turnsAfterFailure = 3;

/**
 * Lets tus-js-client send a PATCH while the one before it is being answered. A file's last answer is the server's, after
 * all others. If one isn't as hoped, the next request gets it in place of its own.
 */
export class TwoInFlight implements HttpStack {
  readonly #options: FlightOptions;
  #flight: Flight | null = null;
  #turnsLeft = 0;

  constructor(options: FlightOptions) {
    this.#options = options;
  }

  getName = (): string => this.#options.inner.getName();

  createRequest(method: string, url: string): HttpRequest {
    const request = this.#options.inner.createRequest(method, url);
    if (method !== 'PATCH') {
      this.#takeFlight(); // a HEAD asks anew
      return request;
    }
    const abort = async () => {
      await Promise.all([request.abort(), this.#takeFlight()?.abort()]);
    };
    return {
      getMethod: () => request.getMethod(),
      getURL: () => request.getURL(),
      setHeader: (name, value) => request.setHeader(name, value),
      getHeader: (name) => request.getHeader(name),
      setProgressHandler: (handler) => request.setProgressHandler(handler),
      getUnderlyingObject: () => request.getUnderlyingObject(),
      abort,
      send: (body) => this.#send(request, body),
    };
  }

  async #send(request: HttpRequest, body: unknown): Promise<HttpResponse> {
    const { fileBytes, whenSent, slots = { free: 1 } } = this.#options;
    const before = this.#flight;
    const end = Number(request.getHeader('Upload-Offset')) + sizeOf(body);
    const outcome = outcomeOf(request.send(body));
    const hasSent = whenSent(request).then(
      () => true,
      () => outcome.then(() => false),
    );
    if (before) {
      const answer = await before.outcome;
      this.#takeFlight();
      if (!this.#isStored(answer, before.end)) {
        await request.abort();
        return responseOf(answer);
      }
    }
    const mayHope = this.#turnsLeft === 0 && end < fileBytes;
    const hasLeft = mayHope && (await Promise.race([hasSent, outcome.then(() => false)]));
    if (hasLeft && slots.free > 0) {
      slots.free--;
      let isTaken = true;
      const giveSlotBack = () => {
        if (isTaken) slots.free++;
        isTaken = false;
      };
      this.#flight = { outcome, end, giveSlotBack, abort: () => request.abort() };
      return hopedFor(end);
    }
    const answer = await outcome;
    this.#isStored(answer, end);
    return responseOf(answer);
  }

  #takeFlight(): Flight | null {
    const flight = this.#flight;
    this.#flight = null;
    flight?.giveSlotBack();
    return flight;
  }

  #isStored(answer: RequestEnd, end: number): boolean {
    const isStored =
      'response' in answer &&
      Math.floor(answer.response.getStatus() / 100) === 2 &&
      Number(answer.response.getHeader('Upload-Offset') ?? Number.NaN) === end;
    this.#turnsLeft = isStored ? Math.max(0, this.#turnsLeft - 1) : turnsAfterFailure;
    if (isStored) this.#options.onStored?.(end);
    return isStored;
  }
}

/** Not a number for bodies that don't tell: no answer is hoped for then. */
function sizeOf(body: unknown): number {
  const { size, byteLength } = (body ?? {}) as { size?: number; byteLength?: number };
  return size ?? byteLength ?? Number.NaN;
}

/** Never rejects. */
const outcomeOf = (answer: Promise<HttpResponse>): Promise<RequestEnd> =>
  answer.then(
    (response) => ({ response }),
    (error: unknown) => ({ error }),
  );

function responseOf(outcome: RequestEnd): HttpResponse {
  if ('error' in outcome) throw outcome.error;
  return outcome.response;
}

const hopedFor = (offset: number): HttpResponse => ({
  getStatus: () => 204,
  getHeader: (name) => (name.toLowerCase() === 'upload-offset' ? String(offset) : undefined),
  getBody: () => '',
  getUnderlyingObject: () => hoped,
});

const hoped = Symbol('hoped for');

/** The server hasn't said it yet. */
export const isHopedFor = (response: HttpResponse): boolean => response.getUnderlyingObject() === hoped;
