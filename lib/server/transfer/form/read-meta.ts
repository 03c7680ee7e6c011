import 'server-only';
import * as z from 'zod';
import { AliasFormMeta, FormMeta, formDefaults, formLimits, metaPart } from '@/lib/contract/byte-calls/forms';
import { AppError } from '@/lib/contract/errors';
import type { Answers, ShareProperties } from '@/lib/contract/share/share-shapes';
import type { Context } from '@/lib/server/context';
import { jsonOf } from '@/lib/server/http/body';
import { invalid } from '@/lib/server/http/invalid';
import { checkedAnswers } from '@/lib/server/services/delivery/form-rules';
import { checkShareProperties } from '@/lib/server/services/share/create';
import type { UploadAuthorization } from '../authorization';
import { readBuffers } from '../receive/read-body';
import type { FormPart } from './part';

/** @throws request.tooLarge, request.invalid for text that isn't UTF-8 */
export async function readMetaText({ body }: FormPart, stop: AbortSignal): Promise<string> {
  const chunks: Buffer[] = [];
  try {
    for await (const read of readBuffers(body, {
      maxBytes: formLimits.metaBytes,
      hasKnownLength: false,
      stop,
    })) {
      chunks.push(Buffer.concat(read)); // its memory is reused
    }
  } catch (error) {
    const isTooMuch = error instanceof AppError && error.code === 'upload.surplus';
    throw isTooMuch ? new AppError('request.tooLarge', { max: '256K' }) : error;
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw invalid(metaPart, 'notJson');
  }
}

export type FormProperties = ShareProperties & Partial<Answers>;

/**
 * Fills in defaults.
 * @throws request.invalid naming the field below `meta`, share.validityTooLong
 */
export function propertiesOf({ by, ctx }: UploadAuthorization, text: string): FormProperties {
  const meta = jsonOf(text, metaPart);
  const validity = defaultValidity(ctx);
  const defaultViews = ctx.config.DEFAULT_VIEWS;
  if (by === 'alias') {
    const given = z.object({ meta: AliasFormMeta }).parse({ meta }).meta;
    return { ...given, validity, maxViews: given.maxViews ?? defaultViews };
  }
  const given = z.object({ meta: FormMeta }).parse({ meta }).meta;
  return { ...given, validity: given.validity ?? validity, maxViews: given.maxViews ?? defaultViews };
}

/** Refuses invalid properties before the files are read. */
export function checkEarly({ by, ctx }: UploadAuthorization, properties: FormProperties): void {
  if (by === 'session') checkShareProperties(ctx, properties);
  else checkedAnswers(ctx.alias.form, properties, ctx.now);
}

const defaultValidity = ({ config }: Context) => Math.min(formDefaults.validityMs, config.MAX_VALIDITY);
