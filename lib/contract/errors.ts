/**
 * `status` is the HTTP status; 200 is an expected refusal with `success: false` for existing clients. Texts
 * are in messages/*.json under `errors.<code>`; a missing translation fails the type check.
 */
export const errors = {
  'request.invalid': { status: 400 },
  'request.notFound': { status: 404 },
  'request.methodNotAllowed': { status: 405 },
  'request.tooLarge': { status: 413 },
  'request.changed': { status: 200 }, // with `now`
  'auth.required': { status: 401 },
  'auth.forbidden': { status: 403 },
  'auth.crossSite': { status: 403 },
  'auth.loginFailed': { status: 200 },
  'auth.secondFactor': { status: 200 }, // with `challenge`
  'auth.challengeOver': { status: 200 },
  'auth.factorMissing': { status: 403 },
  'auth.accountDisabled': { status: 200 },
  'auth.externalSignupClosed': { status: 200 },
  'auth.otherSource': { status: 200 },
  'auth.proxyRefused': { status: 200 },
  'auth.proxyNameUnusable': { status: 200 },
  'auth.providerUnknown': { status: 400 },
  'auth.providerAway': { status: 502 },
  'auth.providerDeclined': { status: 403 },
  'auth.providerMisconfigured': { status: 502 },
  'auth.providerUnclear': { status: 502 },
  'auth.providerStale': { status: 400 },
  'share.notFound': { status: 404 },
  'share.passwordNeeded': { status: 200 },
  'share.validityTooLong': { status: 400 },
  'share.linkTaken': { status: 200 },
  'share.linkGuessable': { status: 200 },
  'ending.over': { status: 404 },
  'open.notFound': { status: 404 },
  'open.passwordRequired': { status: 401 },
  'open.passwordWrong': { status: 403 },
  'open.codeRequired': { status: 401 },
  'open.codeWrong': { status: 403 },
  'open.codeNotSix': { status: 403 },
  'open.codeOver': { status: 403 },
  'open.recipientsOnly': { status: 403 },
  'recipient.notFound': { status: 404 },
  'alias.passwordRequired': { status: 401 },
  'alias.passwordWrong': { status: 403 },
  'album.none': { status: 404 },
  'album.received': { status: 200 },
  'file.notFound': { status: 404 },
  'file.noThumbnail': { status: 404 },
  'file.thumbnailLater': { status: 202 }, // with Retry-After
  'file.changed': { status: 412 },
  'file.noSuchRange': { status: 416 },
  'zip.off': { status: 404 },
  'zip.tooLarge': { status: 404 },
  'upload.notFound': { status: 404 },
  'upload.tooLarge': { status: 413 },
  'upload.quotaBytes': { status: 413 },
  'upload.quotaFiles': { status: 413 },
  'upload.roomHeld': { status: 413 },
  'upload.inboxFull': { status: 413 },
  'upload.lengthMissing': { status: 400 },
  'upload.lengthInvalid': { status: 400 },
  'upload.metadataInvalid': { status: 400 },
  'upload.modifiedInvalid': { status: 400 },
  'upload.offsetMissing': { status: 400 },
  'upload.contentType': { status: 415 },
  'upload.version': { status: 412 },
  'upload.wrongOffset': { status: 409 },
  'upload.surplus': { status: 413 },
  'upload.checksumMismatch': { status: 460 }, // defined by tus
  'upload.busy': { status: 423 },
  'upload.complete': { status: 403 },
  'upload.expired': { status: 410 },
  'form.broken': { status: 400 },
  'form.tooManyParts': { status: 413 },
  'form.tooLarge': { status: 200 },
  'account.notFound': { status: 404 },
  'account.loginTaken': { status: 200 },
  'account.lastAdmin': { status: 200 },
  'account.noReset': { status: 200 },
  'account.passwordCommon': { status: 200 },
  'account.passwordIsName': { status: 200 },
  'alias.notFound': { status: 404 },
  'alias.notOwner': { status: 403 },
  'alias.notUsable': { status: 403 },
  'alias.notYetOpen': { status: 403 },
  'alias.closed': { status: 403 },
  'alias.idTaken': { status: 200 },
  'delivery.unanswered': { status: 400 },
  'delivery.fileType': { status: 415 },
  'delivery.fileLies': { status: 415 },
  'delivery.fileTooLarge': { status: 413 },
  'delivery.tooLarge': { status: 413 },
  'delivery.tooManyFiles': { status: 413 },
  'delivery.tableTooLarge': { status: 413 },
  'receipt.notFound': { status: 404 },
  'receipt.seen': { status: 200 },
  'settings.noPassword': { status: 200 },
  'settings.passwordWrong': { status: 200 },
  'factor.codeWrong': { status: 200 },
  'factor.setupOver': { status: 200 },
  'factor.alreadyOn': { status: 200 },
  'factor.notOn': { status: 200 },
  'factor.switchedOff': { status: 200 },
  'factor.own': { status: 200 },
  'signup.closed': { status: 200 },
  'signup.inviteInvalid': { status: 200 },
  'signup.inviteOff': { status: 200 },
  'signup.invitePasswordWrong': { status: 200 },
  'limit.attempts': { status: 429 },
  'limit.requests': { status: 429 },
  'limit.alias': { status: 429 },
  'invite.notFound': { status: 404 },
  'session.notFound': { status: 404 },
  'token.notFound': { status: 404 },
  'token.tooMany': { status: 200 },
  'token.scopeMissing': { status: 403 },
  'token.notAllowed': { status: 403 },
  'token.elsewhere': { status: 403 },
  'token.inAddress': { status: 400 },
  'code.over': { status: 404 },
  'device.pending': { status: 200 },
  'device.denied': { status: 200 },
  'device.over': { status: 404 },
  'mail.off': { status: 200 },
  'mail.noSender': { status: 200 },
  'mail.noRecipients': { status: 200 },
  'mail.tooManyRecipients': { status: 200 },
  'mail.badRecipients': { status: 200 },
  'mail.limitReached': { status: 429 },
  'mail.receiverLimit': { status: 429 },
  'mail.serverDown': { status: 200 },
  'mail.noneSent': { status: 200 },
  'mail.someFailed': { status: 200 },
  'mail.noReceivers': { status: 200 },
  'mail.noAddress': { status: 200 },
  'mail.testFailed': { status: 200 },
  'storage.full': { status: 507 },
  'storage.fileTooLarge': { status: 413 },
  'server.unavailable': { status: 503 },
  'server.failed': { status: 500 },
} as const satisfies Record<string, { status: number }>;

export type ErrorCode = keyof typeof errors;
export type ErrorValues = Record<string, string | number | { bytes: number }>;

export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly values: ErrorValues;
  /** Fields of the answer besides success, message and code. */
  readonly answer: Readonly<Record<string, unknown>>;

  constructor(
    code: ErrorCode,
    values: ErrorValues = {},
    { answer = {}, ...options }: ErrorOptions & { answer?: Readonly<Record<string, unknown>> } = {},
  ) {
    super(code, options);
    this.code = code;
    this.values = values;
    this.answer = answer;
  }

  get status(): number {
    return errors[this.code].status;
  }
}
