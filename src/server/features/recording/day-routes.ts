import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import multipart from '@fastify/multipart';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { dayImport, movesDays } from '#contract/playback.ts';
import { holds } from '#domain/identity/access.ts';
import { AppError, fieldError } from '#domain/text/errors.ts';
import { isBrokenForm } from '#server/engine/files/broken-form.ts';
import { envelopeOf, wrap } from '#server/http/envelope.ts';
import { permissionNote } from '#server/http/permission-note.ts';
import { callerOf } from '#server/http/service-routes.ts';
import { refuseReader, refuseViewing } from '#server/kernel/caller.ts';
import type { DayTransfer } from './day-transfer.ts';

/** Bytes of a file at most: a day of 10,000 aircraft is some 10 GB. */
const mostBytes = 20 * 1024 ** 3;

/** `POST /api/playback/days`: a recorded day of another installation, as `Playback/ExportDay` gives it. */
export async function dayRoutes(app: FastifyInstance, { days }: { days: DayTransfer }): Promise<void> {
  app.setValidatorCompiler(() => () => true);
  if (!app.hasRequestDecorator('isMultipart')) await app.register(multipart);
  app.post(
    '/api/playback/days',
    {
      schema: {
        tags: ['Playback'],
        operationId: 'Playback_ImportDay',
        summary: 'Takes in a recorded day as one file: all of it is judged before anything is written',
        ...permissionNote(movesDays),
        consumes: ['multipart/form-data'],
        body: Type.Object({ file: Type.String({ format: 'binary' }) }),
      },
      config: { writes: true, answer: envelopeOf(dayImport) },
      // Before the body is read.
      onRequest: async (request) => {
        const caller = callerOf(request);
        if (!holds(caller.actor, movesDays))
          throw new AppError('forbidden', {
            key: 'common.forbidden',
            values: { permissions: movesDays.join(', ') },
          });
        refuseReader(caller);
        refuseViewing(caller);
      },
    },
    async (request) => {
      const file = path.join(tmpdir(), `clearway-day-${randomUUID()}`);
      try {
        await receive(request, file);
        return wrap(await days.take(file));
      } finally {
        await rm(file, { force: true });
      }
    },
  );
}

async function receive(request: FastifyRequest, to: string): Promise<void> {
  if (!request.isMultipart()) throw fieldError('file', 'track.day.none');
  let received = false;
  try {
    for await (const part of request.parts({
      limits: { fileSize: mostBytes, files: 1, fields: 2, parts: 3 },
    })) {
      if (part.type === 'field') continue;
      await pipeline(part.file, createWriteStream(to, { flags: 'wx', mode: 0o600 }));
      if (part.file.truncated)
        throw fieldError('file', 'track.day.tooLarge', { gigabytes: mostBytes / 1024 ** 3 });
      received = true;
    }
  } catch (error) {
    throw isBrokenForm(error) ? fieldError('file', 'track.day.cutOff') : error;
  }
  if (!received) throw fieldError('file', 'track.day.none');
}
