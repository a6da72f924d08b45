import { readAixm } from '#domain/aerodromes/aixm.ts';

/** The aerodromes of an AIXM file as records that the import checks and shows before they are saved. */
export async function aixmAsJson(file: File): Promise<File> {
  const records = readAixm(await file.text());
  if (records.length === 0) throw new Error('aerodrome.noAixm');
  return new File([JSON.stringify(records)], file.name.replace(/\.xml$/i, '.json'), {
    type: 'application/json',
  });
}
