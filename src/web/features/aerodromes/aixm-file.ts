import { readAixm } from '#domain/aerodromes/aixm.ts';
import { i18n } from '#web/client/i18n.ts';
import type { Converted } from '#web/engine/transfer/converters.ts';

/** The aerodromes of an AIXM file as records that the import checks and shows before they are saved. */
export async function aixmAsJson(file: File): Promise<Converted> {
  const { airports, problems } = readAixm(await file.text(), Date.now());
  if (airports.length === 0) throw new Error('aerodrome.noAixm');
  const notes = problems.map(({ code, ...values }) => i18n.t(`aerodrome.aixm.${code}`, values));
  return {
    file: new File([JSON.stringify(airports)], file.name.replace(/\.xml$/i, '.json'), {
      type: 'application/json',
    }),
    notes: [...new Set(notes)],
  };
}
