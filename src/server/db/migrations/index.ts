import { circuitsInsideTheAerodrome } from './001-circuits-inside-the-aerodrome.ts';
import { factsOfTheCurrentUser } from './002-facts-of-the-current-user.ts';
import { signInsOfACompany } from './003-sign-ins-of-a-company.ts';
import { textsWordedForTheirReader } from './004-texts-worded-for-their-reader.ts';
import { alertsOfSeveralOperators } from './005-alerts-of-several-operators.ts';
import { briefingsAsTheirReaderMaySeeThem } from './006-briefings-as-their-reader-may-see-them.ts';
import { alertsNameThePlansOfAllInThem } from './007-alerts-name-the-plans-of-all-in-them.ts';
import { alertsAreClassifiedAndPlaced } from './008-alerts-are-classified-and-placed.ts';
import type { Migration } from './migration.ts';

/** Hand-written migrations in order. One file each, `001-what-it-does.ts`, and one line here. */
export const migrations: Migration[] = [
  circuitsInsideTheAerodrome,
  factsOfTheCurrentUser,
  signInsOfACompany,
  textsWordedForTheirReader,
  alertsOfSeveralOperators,
  briefingsAsTheirReaderMaySeeThem,
  alertsNameThePlansOfAllInThem,
  alertsAreClassifiedAndPlaced,
];
