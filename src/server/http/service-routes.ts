import type { TSchema } from '@sinclair/typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchemaValidationError } from 'fastify';
import type { CallPermission } from '#contract/call.ts';
import { holds } from '#domain/identity/access.ts';
import { type OnceError, onceEach } from '#domain/record/once-each.ts';
import type { PermissionRule, Resource } from '#domain/record/resource.ts';
import { sizeError } from '#domain/record/sizes.ts';
import { cleanLine } from '#domain/text/clean.ts';
import { AppError, shortened, type Text } from '#domain/text/errors.ts';
import type { Locale } from '#domain/text/label.ts';
import { anonymousCaller, type Caller, refuseReader, userIdOf } from '#server/kernel/caller.ts';
import { brokenOffUnread, type ExportSlots } from '#server/kernel/export-slots.ts';
import { createAnswerCheck } from './answer-check.ts';
import { asAttachment } from './as-attachment.ts';
import { unstorableError } from './body-limits.ts';
import { bounded, mostItems } from './bounded.ts';
import { envelopeOf, wrap } from './envelope.ts';
import { permissionNote } from './permission-note.ts';
import { FileAnswer, type Service, type ServiceMethod } from './service.ts';

type Rule = PermissionRule | 'anonymous';

/** Who may pass: the one place for all calls. There is no default but deny. */
export function admit(method: ServiceMethod, rule: Rule, caller: Caller | null): void {
  if (rule === 'anonymous') return;
  if (!caller) throw new AppError('unauthenticated', { key: 'common.unauthenticated' });
  if (caller.token && method.session) throw new AppError('forbidden', { key: 'tokens.sessionOnly' });
  if (writes(method)) refuseReader(caller);
  if (holds(caller.actor, rule)) return;
  const permissions = rule === 'signedIn' ? '' : rule.join(', ');
  throw new AppError('forbidden', { key: 'common.forbidden', values: { permissions } });
}

function writes(method: ServiceMethod): boolean {
  return method.writes ?? method.verb !== 'GET';
}

export interface ServiceRoutesDeps {
  services: Service[];
  resources: readonly Resource[];
  /** An answer that does not fit what the contract says is an error, logged whole: in development and in tests. */
  checkAnswers: boolean;
  /** What counts the files that calls answer. */
  slots: ExportSlots;
}

/** Registers `/api/services/app/{Service}/{Method}` for every method: decode, authorise, call, encode. */
export async function serviceRoutes(app: FastifyInstance, options: ServiceRoutesDeps): Promise<void> {
  for (const service of options.services) {
    for (const [method, verb] of service.methods.flatMap(byEachVerb)) {
      const rule = ruleOf(method.permission, options.resources);
      const misfit = createAnswerCheck(method.output);
      const inQuery = verb === 'GET' || verb === 'DELETE';
      const input = bounded(method.input);
      const output = envelopeOf(method.output);
      app.route({
        method: verb,
        url: `/api/services/app/${service.name}/${method.name}`,
        schema: {
          tags: [service.name],
          summary: method.summary,
          operationId: `${service.name}_${method.name}${verb === method.verb ? '' : `_${verb}`}`,
          ...permissionNote(rule),
          ...(inQuery ? { querystring: input } : { body: input }),
        },
        attachValidation: true,
        ...(method.bodyLimit ? { bodyLimit: method.bodyLimit } : {}),
        config: {
          writes: writes(method),
          lineText: method.lineText === true,
          openToSignInRequirement: method.openToSignInRequirement === true,
          anonymous: rule === 'anonymous',
          answer: method.file ? fileOf(method.file) : output,
          ...(method.perMinute ? { rateLimit: { max: method.perMinute, timeWindow: '1 minute' } } : {}),
        },
        onRequest: async (request) => admit(method, rule, request.caller),
        preValidation: async (request) => {
          if (inQuery) request.query = namesAsDeclared(request.query, method);
          // Ids may come in the query of a POST, as some ABP clients send them.
          else
            request.body = {
              ...inLists(namesAsDeclared(request.query, method), method),
              ...objectOf(request.body),
            };
          const error = sizeError(input, inQuery ? request.query : request.body, mostItems);
          if (error) throw new AppError('validation', { key: 'common.validation' }, { fields: [error] });
          // A body was checked when it was parsed.
          const unstorable = method.lineText ? null : unstorableError(request.query);
          if (unstorable) throw unstorable;
        },
        handler: async (request, reply) => {
          if (request.validationError) throw invalid(request.validationError.validation ?? []);
          const caller = request.caller ?? anonymousCaller(request.locale, request.id);
          const client = clientOf(request);
          const handle = () => method.handle(inQuery ? request.query : request.body, { ...caller, client });
          if (method.file) return sendFile(reply, await fileWithin(options.slots, caller, handle));
          const answer = await handle();
          const mismatch = options.checkAnswers ? misfit(answer) : undefined;
          if (mismatch) {
            const call = { service: service.name, method: method.name, fault: mismatch };
            app.log.fatal(call, 'an answer does not fit its schema');
            throw new Error(`${service.name}/${method.name}: ${mismatch}`);
          }
          return reply.type(json).serializer(serializerOf(reply, output)).send(wrap(answer));
        },
      });
    }
  }
}

type Serializer = ReturnType<FastifyReply['compileSerializationSchema']>;

const serializers = new WeakMap<object, Serializer>();

/** Compiled when a call with these answers first answers, for all its verbs. */
function serializerOf(reply: FastifyReply, answers: TSchema): Serializer {
  const known = serializers.get(answers) ?? reply.compileSerializationSchema(answers);
  serializers.set(answers, known);
  return known;
}

/** From where somebody asks, as it is stored: one line each, of a length that its field takes. */
export function clientOf(request: FastifyRequest): { address: string; browser: string } {
  return {
    address: cleanLine(request.ip, 64),
    browser: cleanLine(request.headers['user-agent'] ?? '', 512),
  };
}

function byEachVerb(method: ServiceMethod): [ServiceMethod, ServiceMethod['verb']][] {
  return [method.verb, ...(method.alsoBy ? [method.alsoBy] : [])].map((verb) => [method, verb]);
}

/** What the contract says of who may call, as the record types have it. */
export function ruleOf(permission: CallPermission, resources: readonly Resource[]): Rule {
  if (typeof permission === 'string' || Array.isArray(permission)) return permission;
  const resource = resources.find(({ name }) => name === permission.read);
  if (!resource) throw new Error(`no record type ${permission.read}`);
  return resource.permissions.read;
}

function fileOf(mediaType: string) {
  return {
    description: 'The file',
    content: { [mediaType]: { schema: { type: 'string', format: 'binary' } } },
  };
}

/** A file counts from the call for it until its last byte is read, and is broken off where nobody reads on. */
async function fileWithin(
  slots: ExportSlots,
  caller: Caller,
  handle: () => Promise<unknown>,
): Promise<FileAnswer> {
  const release = slots.take(userIdOf(caller));
  try {
    const answer = await handle();
    if (!(answer instanceof FileAnswer)) throw new Error('a call for a file answers none');
    const { file } = answer;
    return new FileAnswer({ ...file, stream: brokenOffUnread(file.stream, release) });
  } catch (error) {
    release();
    throw error;
  }
}

const json = 'application/json; charset=utf-8';

function sendFile(reply: FastifyReply, { file }: FileAnswer): FastifyReply {
  return reply
    .type(file.mediaType)
    .header('content-disposition', asAttachment(file.name))
    .header('cache-control', 'no-store')
    .send(file.stream);
}

/** ABP binds query names without regard to case. */
function namesAsDeclared(query: unknown, method: ServiceMethod): Record<string, unknown> {
  const declared = new Map(
    Object.keys(method.input.properties ?? {}).map((name) => [name.toLowerCase(), name]),
  );
  const named: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(objectOf(query))) {
    const wanted = declared.get(name.toLowerCase());
    if (wanted) named[wanted] = value;
  }
  return named;
}

/** In a query one value of a list is no list. */
function inLists(named: Record<string, unknown>, { input }: ServiceMethod): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(named).map(([name, value]) => {
      const isList = input.properties?.[name]?.type === 'array' && !Array.isArray(value);
      return [name, isList ? [value] : value];
    }),
  );
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** What a schema found wrong with an input, at its fields. */
export function invalid(errors: readonly FastifySchemaValidationError[]): AppError {
  return new AppError(
    'validation',
    { key: 'common.validation' },
    {
      fields: shortened(onceEach(errors), (error) => {
        const path = error.instancePath.split('/').slice(1);
        const missing = error.params.missingProperty;
        if (typeof missing === 'string') path.push(missing);
        const field = path.join('.');
        return { field, text: textOf(error, field) };
      }),
    },
  );
}

const limits: Record<string, string> = {
  minimum: 'common.invalid.minimum',
  maximum: 'common.invalid.maximum',
  minLength: 'common.invalid.minLength',
  maxLength: 'common.invalid.maxLength',
  minItems: 'common.invalid.minItems',
  maxItems: 'common.invalid.maxItems',
};

function textOf(error: OnceError, field: string): Text {
  const choices = error.params.choices ?? error.params.allowedValues;
  if (Array.isArray(choices) && choices.length > 0) {
    return { key: 'common.invalid.choice', values: { field, choices: choices.join(', ') } };
  }
  if (error.keyword === 'required') return { key: 'common.invalid.required', values: { field } };
  const key = limits[error.keyword];
  if (key) return { key, values: { field, limit: String(error.params.limit) } };
  return { key: 'common.invalid.form', values: { field } };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Texts of its body may hold what can't be stored: the endpoint takes it out. */
    lineText?: boolean;
  }
  interface FastifyRequest {
    /** Who asks; null without a living session. */
    caller: Caller | null;
    /** The language in which it is answered. */
    locale: Locale;
  }
}

/** The caller of a request that needs one. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new AppError('unauthenticated', { key: 'common.unauthenticated' });
  return request.caller;
}
