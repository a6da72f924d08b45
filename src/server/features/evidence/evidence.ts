import { Readable } from 'node:stream';
import { evidenceFile } from '#contract/evidence.ts';
import { type DossierHead, dossierFormat } from '#domain/evidence/heads.ts';
import { publicKeyOf } from '#domain/evidence/signature.ts';
import { createEvidenceWriter } from '#domain/evidence/signed-file.ts';
import { AppError } from '#domain/text/errors.ts';
import type { Ask } from '#server/http/ask.ts';
import { FileAnswer, implement, type Service } from '#server/http/service.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { evidenceKeyOf } from '#server/kernel/evidence-key.ts';
import { type PlanOfDossier, type SectionDeps, sections } from './sections.ts';

/** Dossiers of flights, signed by the installation's key. */
export function createEvidenceService(
  deps: SectionDeps & { ask: Ask; secret: string; version: string },
): Service {
  const { ask, clock, version } = deps;
  const privateKey = evidenceKeyOf(deps.secret);
  const key = publicKeyOf(privateKey);

  async function* lines(caller: Caller, plan: PlanOfDossier, madeAt: string): AsyncGenerator<string> {
    const writer = createEvidenceWriter(dossierFormat, privateKey);
    const { id, planNumber, callsign } = plan.plan;
    const head: DossierHead = {
      format: dossierFormat,
      plan: { id, planNumber, callsign },
      madeAt,
      madeBy: caller.actor.name || caller.actor.userName,
      version,
      key,
    };
    yield writer.line({ section: 'head', value: head });
    const leftOut: string[] = [];
    for (const { section, entries } of sections) {
      try {
        for await (const value of entries(deps, caller, plan)) yield writer.line({ section, value });
      } catch (error) {
        // What the caller may not read is left out, and the dossier says so.
        if (!(error instanceof AppError && (error.code === 'forbidden' || error.code === 'notFound')))
          throw error;
        leftOut.push(section);
      }
    }
    yield writer.end(leftOut);
  }

  return implement('Evidence', {
    async ExportDossier({ id }, caller) {
      // Outside the caller's rows it is not there; asked before the first octet of the file.
      const plan = await ask(caller, 'Navigation', 'GetNAircraftById', { id });
      const madeAt = clock().toISOString();
      return new FileAnswer({
        name: `clearway-${plan.plan.planNumber}-${madeAt.slice(0, 10)}.dossier.jsonl`,
        mediaType: evidenceFile,
        stream: Readable.from(lines(caller, plan, madeAt)),
      });
    },
    GetKey: async () => ({ key }),
  });
}
