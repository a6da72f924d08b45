import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAixm } from '#domain/aerodromes/aixm.ts';
import { type Importing, importingOn } from '#tests/support/importing.ts';
import type { Row } from '#tests/support/people.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** Aerodromes with their runways come in by the one import that there is: from AIXM, and from a sheet. */

let server: RunningTestServer;
let importing: Importing;
beforeAll(async () => {
  server = await startTestServer();
  importing = importingOn(server);
});
afterAll(() => server?.close());

const airport = async (code: string) => {
  const found = await server.call('admin', 'GET', `/api/records/airport?localCode=${code}`);
  return (found.body as (Row & { runways: unknown; name: string })[])[0];
};
const aixm = `<m:AIXMBasicMessage xmlns:m="m" xmlns:a="a" xmlns:g="g" xmlns:x="x">
<m:hasMember><a:AirportHeliport g:id="g"><g:identifier>A1</g:identifier><a:timeSlice><a:AirportHeliportTimeSlice>
<a:name>试验机场</a:name><a:designator>CN-T1</a:designator><a:type>AD</a:type>
<a:ARP><a:ElevatedPoint srsName="urn:ogc:def:crs:EPSG::4326"><g:pos>30.5 104.5</g:pos></a:ElevatedPoint></a:ARP>
</a:AirportHeliportTimeSlice></a:timeSlice></a:AirportHeliport></m:hasMember>
<m:hasMember><a:Runway g:id="r"><g:identifier>R1</g:identifier><a:timeSlice><a:RunwayTimeSlice><a:designator>02/20</a:designator>
<a:nominalLength uom="M">800</a:nominalLength><a:associatedAirportHeliport x:href="urn:uuid:A1"/></a:RunwayTimeSlice></a:timeSlice></a:Runway></m:hasMember>
</m:AIXMBasicMessage>`;

test('what was read of AIXM is checked and imported, runways too', async () => {
  const { done } = await importing.whole(
    'admin',
    'airport',
    JSON.stringify(readAixm(aixm, Date.UTC(2026, 10, 21)).airports),
  );
  expect(done.state).toBe('done');
  expect(await airport('CN-T1')).toMatchObject({
    name: '试验机场',
    runways: [{ designator: '02/20', lengthM: 800 }],
  });
});

test('a sheet has the runways in a cell, as the export writes them', async () => {
  const runways = JSON.stringify([{ designator: '09/27', lengthM: 1000, widthM: 30 }]).replaceAll('"', '""');
  const position = JSON.stringify({ type: 'Point', coordinates: [104.6, 30.6] }).replaceAll('"', '""');
  const file = `name,kind,localCode,position,runways\n试验二号,ga,CN-T2,"${position}","${runways}"\n`;
  const { done } = await importing.whole('admin', 'airport', file);
  expect(done.state, JSON.stringify(done)).toBe('done');
  expect((await airport('CN-T2'))?.runways).toEqual([{ designator: '09/27', lengthM: 1000, widthM: 30 }]);
});
