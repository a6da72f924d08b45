import { send } from './http.ts';

type Answer = Pick<Awaited<ReturnType<typeof send>>, 'status' | 'body'>;

const ask = (): Promise<Answer> => send('/api/catalogue').catch(() => ({ status: 0, body: null }));

let early: Promise<Answer> | undefined;

/** Asks for the record types while the code that reads them is still on its way. */
export function askCatalogueEarly(): void {
  early ??= ask();
}

/** The record types of run time as the server has them now; status 0 where no answer comes. */
export function askCatalogue(): Promise<Answer> {
  const answer = early ?? ask();
  early = undefined;
  return answer;
}
