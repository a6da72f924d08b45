import { Type } from '@sinclair/typebox';
import { planReaders } from '#domain/plans/readers.ts';
import { call, fileCall } from './call.ts';
import { idInput } from './input.ts';

/** JSON Lines, saved and never shown: src/domain/evidence/signed-file.ts has its form. */
export const evidenceFile = 'application/octet-stream';

/** A flight's dossier: one signed file that shows any later change. */
export const evidence = {
  ExportDossier: fileCall({
    verb: 'GET',
    permission: planReaders,
    perMinute: 20,
    summary:
      'All that is recorded of a plan, as far as the caller may read each of it, as a file of hashed entries that the installation signs: plan, tasks, versions, acts, decisions with what they applied, messages, briefings, tracks, alerts, orders, detours, chat',
    input: idInput,
    file: evidenceFile,
  }),
  GetKey: call({
    verb: 'GET',
    permission: 'anonymous',
    summary:
      'The public key (Ed25519, 64 hexadecimal digits) by which this installation’s dossiers and room records are checked',
    input: Type.Object({}),
    output: Type.Object({ key: Type.String() }),
  }),
};
