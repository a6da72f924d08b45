import { usccCheckCharacter } from '#domain/record/formats.ts';
import { demoPassword } from '#server/demo/seed-demo.ts';
import type { Product } from '../../support/product.ts';
import type { Answer } from '../../support/running.ts';

/** What a journey makes for itself, so that it neither needs nor disturbs the data of another. */
export interface OwnOperator {
  /** The user's name; the password is the demo's. */
  user: string;
  company: number;
  companyName: string;
  aircraft: number;
  registration: string;
  icao24: string;
  callsign: string;
  pilot: number;
  pilotName: string;
}

/** The first record of an answer that is a list; fails where there is none. */
export async function firstOf(product: Product, resource: string, query: string): Promise<Answer> {
  const { body } = await product.api('admin', 'GET', `/api/records/${resource}?${query}`);
  if (!body?.[0]) throw new Error(`no ${resource} ${query}: ${JSON.stringify(body)}`);
  return body[0];
}

async function make(product: Product, resource: string, values: object): Promise<number> {
  const { status, body } = await product.api('admin', 'POST', `/api/records/${resource}`, values);
  if (status !== 201) throw new Error(`${resource}: ${status} ${JSON.stringify(body)}`);
  return body.id;
}

const given = 'Given-2026!';

/** A user with these roles, who has changed the password that an administrator gave them to the demo's. */
export async function makeUser(
  product: Product,
  userName: string,
  roles: string[],
  values: object = {},
): Promise<number> {
  const ids = await Promise.all(
    roles.map(async (name) => (await firstOf(product, 'role', `name=${name}`)).id),
  );
  const id = await make(product, 'user', { userName, name: userName, isActive: true, roles: ids, ...values });
  const reset = { adminPassword: demoPassword, userId: id, newPassword: given };
  await called(await product.api('admin', 'POST', '/api/services/app/User/ResetPassword', reset));
  const post = async (path: string, body: object, token?: string) => {
    const answer = await fetch(product.address + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    return called({ status: answer.status, body: await answer.json() });
  };
  const { accessToken } = await post('/api/TokenAuth/Authenticate', {
    userNameOrEmailAddress: userName,
    password: given,
  });
  const change = { currentPassword: given, newPassword: demoPassword };
  await post('/api/services/app/User/ChangePassword', change, accessToken);
  return id;
}

/** The result of a call of a service; fails with the server's message where it was refused. */
export function called({ status, body }: { status: number; body: Answer }): Answer {
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.result;
}

/**
 * A certified company with a user, and an aircraft and a pilot that are accepted. `mark`: two digits, another for each
 * journey.
 */
export async function makeOperator(product: Product, mark: string): Promise<OwnOperator> {
  const first17 = `91510100MA9J${mark}000`;
  const companyName = `岷江通航${mark}`;
  const company = await make(product, 'company', {
    name: companyName,
    uscc: first17 + usccCheckCharacter(first17),
    legalRepresentative: '陈岷',
    contact: '林江',
    phone: '028-85702345',
    address: '四川省广汉市',
  });
  const user = `minjiang${mark}`;
  await makeUser(product, user, ['OM'], { company });
  const { id: type } = await firstOf(product, 'aircraftType', 'designator=C172');
  const registration = `B-${mark}JA`;
  const icao24 = `7a0${mark}1`;
  const callsign = `B${mark}JA`;
  const valid = '2031-05-01';
  const aircraft = await make(product, 'aircraft', {
    registration,
    icao24,
    type,
    company,
    serialNumber: `J${mark}`,
    callsign,
    nationality: 'CN',
    status: 'active',
    airworthinessNumber: `AC-${mark}`,
    airworthinessExpiry: valid,
    radioLicenceExpiry: valid,
    insuranceExpiry: valid,
  });
  const pilotName = `江飞${mark}`;
  const pilot = await make(product, 'pilot', {
    name: pilotName,
    mobile: `138000${mark}001`,
    company,
    licenceNumber: `J${mark}0001`,
    licenceClass: 'CPL',
    licenceExpiry: valid,
    typeRatings: [type],
    medicalClass: 'I',
    medicalExpiry: valid,
    status: 'active',
  });
  // The demo's are seeded as accepted, too: an approval has a journey of its own.
  await product.query?.('update company set examine_state = 1 where id = $1', [company]);
  await product.query?.('update aircraft set audit_state = 1 where id = $1', [aircraft]);
  await product.query?.('update pilot set audit_state = 1 where id = $1', [pilot]);
  return { user, company, companyName, aircraft, registration, icao24, callsign, pilot, pilotName };
}
