import { type Static, type TSchema, Type } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, type ErrorCode, shortened, textsByField } from '#domain/text/errors.ts';
import type { Locale } from '#domain/text/label.ts';
import type { Logger } from '#server/kernel/logger.ts';
import { onceFor } from '#server/kernel/once-for.ts';
import type { Translate } from '#server/kernel/texts.ts';

/** AppError → status, one table for each endpoint: ABP answers a business rule with 500 (wire.md §1). */
const statuses: Record<ErrorCode, { services: number; records: number }> = {
  validation: { services: 400, records: 400 },
  unauthenticated: { services: 401, records: 401 },
  forbidden: { services: 403, records: 403 },
  notFound: { services: 404, records: 404 },
  conflict: { services: 409, records: 409 },
  refused: { services: 500, records: 422 },
  tooMany: { services: 429, records: 429 },
  unavailable: { services: 503, records: 503 },
  full: { services: 507, records: 507 },
};

const nullableText = Type.Union([Type.String(), Type.Null()]);

/** The ABP envelope of a success with this result, for a route's schema. */
export const envelopeOf = onceFor((result: TSchema) =>
  Type.Object({
    result,
    targetUrl: nullableText,
    success: Type.Boolean(),
    error: Type.Null(),
    unAuthorizedRequest: Type.Boolean(),
    __abp: Type.Boolean(),
  }),
);

/** The ABP envelope of a refusal (wire.md §1). */
export const refusal = Type.Object({
  result: Type.Null(),
  targetUrl: Type.Null(),
  success: Type.Literal(false),
  error: Type.Object({
    code: Type.Integer(),
    message: Type.String({ description: 'In the language of the caller' }),
    details: nullableText,
    validationErrors: Type.Union([
      Type.Array(Type.Object({ message: Type.String(), members: Type.Array(Type.String()) })),
      Type.Null(),
    ]),
  }),
  unAuthorizedRequest: Type.Boolean(),
  __abp: Type.Literal(true),
});

/** The ABP envelope of a success. */
export function wrap(result: unknown) {
  return {
    result: result ?? null,
    targetUrl: null,
    success: true,
    error: null,
    unAuthorizedRequest: false,
    __abp: true,
  };
}

/** The one translator of errors: what is not an AppError is logged whole and said in one sentence. */
export function createErrorHandler(translate: Translate, log: Logger) {
  return async (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const { locale } = request;
    const known = toAppError(error);
    if (known === null || known.code === 'full') {
      log.error(
        { error, requestId: request.id, method: request.method, url: request.url },
        'a request failed',
      );
    }
    const appError = known ?? new AppError('refused', { key: 'common.internal' });
    const atRecords = /^\/api\/records/i.test(request.url);
    const status = known === null ? 500 : statusOf(appError, error, atRecords);
    const body = atRecords
      ? recordsBody(appError, known === null ? 'internal' : appError.code, translate, locale, request.id)
      : servicesBody(appError, translate, locale);
    return reply.status(status).type('application/json; charset=utf-8').send(body);
  };
}

function statusOf(appError: AppError, raw: unknown, atRecords: boolean): number {
  const thrown = statusIn(raw);
  if (!(raw instanceof AppError) && thrown !== undefined) return thrown;
  return statuses[appError.code][atRecords ? 'records' : 'services'];
}

function statusIn(error: unknown): number | undefined {
  if (typeof error === 'object' && error !== null && 'statusCode' in error) {
    return typeof error.statusCode === 'number' ? error.statusCode : undefined;
  }
  return undefined;
}

/** No space, or no more of it for our user: said by the file system. */
function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}

/** Fastify's own refusals (broken JSON, too large, too many) are the client's error and say so. */
function toAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  if (isDiskFull(error)) return new AppError('full', { key: 'common.diskFull' }, { cause: error });
  const status = statusIn(error);
  if (status === 429) return new AppError('refused', { key: 'common.tooMany' });
  if (status === 404) return new AppError('notFound', { key: 'common.notFoundPath' });
  if (status === 503) return new AppError('unavailable', { key: 'common.unavailable' });
  if (status !== undefined && status >= 400 && status < 500) {
    return new AppError('validation', { key: 'common.validation' });
  }
  return null;
}

function recordsBody(
  error: AppError,
  code: string,
  translate: Translate,
  locale: Locale,
  requestId: string,
): Record<string, unknown> {
  return {
    message: translate(error.text, locale),
    code,
    errors: textsByField(fieldsOf(error), (text) => translate(text, locale)),
    rule: error.extra.rule,
    current: error.code === 'conflict' ? error.extra.details : undefined,
    requestId,
  };
}

/** An answer says no more than a person reads. */
const fieldsOf = ({ extra }: AppError) => shortened(extra.fields ?? [], (error) => error);

function servicesBody(error: AppError, translate: Translate, locale: Locale): Static<typeof refusal> {
  const fields = fieldsOf(error);
  const texts = fields.map(({ text }) => translate(text, locale));
  const narrative = [
    translate({ key: 'common.validationNarrative' }, locale),
    ...texts.map((text) => ` - ${text}`),
  ];
  const details =
    fields.length > 0
      ? `${narrative.join('\r\n')}\r\n`
      : error.extra.explanation
        ? translate(error.extra.explanation, locale)
        : (error.extra.rule ?? null);
  return {
    result: null,
    targetUrl: null,
    success: false,
    error: {
      code: error.extra.number ?? 0,
      message: translate(error.text, locale),
      details,
      validationErrors:
        fields.length > 0
          ? fields.map(({ field }, i) => ({ message: texts[i] ?? '', members: [field] }))
          : null,
    },
    unAuthorizedRequest: error.code === 'unauthenticated' || error.code === 'forbidden',
    __abp: true,
  };
}
