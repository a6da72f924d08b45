import { readFile } from 'node:fs/promises';
import { subjectOf } from '#domain/evidence/heads.ts';
import { isPublicKey, publicKeyOf } from '#domain/evidence/signature.ts';
import { verifyEvidence } from '#domain/evidence/signed-file.ts';
import { readConfig } from '#server/kernel/config.ts';
import { evidenceKeyOf } from '#server/kernel/evidence-key.ts';
import { knownSecret } from '#server/kernel/secret.ts';
import { StartError, terminalText } from '#server/kernel/start-error.ts';
import { fromHere, runAtTerminal, say } from './terminal.ts';

/**
 * `npm run verify -- <file> [key]`: whether a dossier or a room's record is as it was signed, without any server. Compared with
 * the key that is named, or that of the installation whose data folder (CLEARWAY_DATA) is here. Exits with 0 only where the file
 * is intact and the key is that one; with 2 where there is no key to compare.
 */
export async function main([name, named]: string[]): Promise<void> {
  await runAtTerminal(async () => {
    if (name === undefined) throw new StartError('evidence.sayWhich');
    const key = named === undefined ? await ownKey() : named.toLowerCase();
    if (key !== null && !isPublicKey(key)) throw new StartError('evidence.noKey', { key });
    const file = fromHere(name);
    const octets = await readFile(file).catch((error: NodeJS.ErrnoException) => {
      throw new StartError('evidence.noFile', { file, reason: error.code ?? error.message });
    });
    const { state, problems, head, entries } = verifyEvidence(octets);
    if (head) {
      process.stdout.write(`${[...subjectOf(head), head.madeAt, head.madeBy].filter(Boolean).join(' · ')}\n`);
    }
    if (state !== 'intact') {
      say(!head ? 'evidence.notDossier' : `evidence.${state}`);
      for (const { line, kind, section } of problems)
        say(`evidence.problem.${kind}`, {
          line,
          section: section ? terminalText({ key: `evidence.part.${section}` }) : '',
        });
      process.exitCode = 1;
      return;
    }
    if (key === null) {
      say('evidence.notCompared');
      say('evidence.notComparedText');
      process.exitCode = 2;
    } else if (key !== head?.key) {
      say('evidence.foreign');
      say('evidence.foreignText');
      process.exitCode = 1;
    } else say('evidence.intact', { count: entries.length });
    process.stdout.write(`${terminalText({ key: 'evidence.key' })}: ${head?.key}\n`);
  });
}

async function ownKey(): Promise<string | null> {
  const secret = await knownSecret(readConfig(process.env));
  return secret === null ? null : publicKeyOf(evidenceKeyOf(secret));
}
